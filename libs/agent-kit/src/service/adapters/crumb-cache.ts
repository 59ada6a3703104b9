import type { WorkspaceStore } from '@crumbtrail/bus';
import type { Envelope, Erased } from '@crumbtrail/contracts';

/** What the store says of a crumb; null: there is none that we may see. */
export type StoredCrumb = Envelope | Erased | null;

/** By id, at a version or at the head. */
export interface CrumbKey {
  readonly id: string;
  readonly version?: number;
}

const MOST_REFS = 512;
const keyOf = ({ id, version }: CrumbKey): string => `${id}@${version ?? 'head'}`;

/** Crumbs of one turn, each read once. */
export class CrumbCache {
  private readonly found = new Map<string, StoredCrumb>();
  private texts: Readonly<Record<string, string>> = {};

  constructor(
    private readonly store: WorkspaceStore,
    private readonly position: number,
  ) {}

  /** Reads what is not here yet, in one question where it fits. */
  async fetch(wanted: readonly CrumbKey[], blobs = false): Promise<void> {
    const missing = wanted.filter((one) => !this.found.has(keyOf(one)));
    for (let at = 0; at < missing.length; at += MOST_REFS) {
      const refs = missing.slice(at, at + MOST_REFS);
      const reply = await this.store.read({ refs, min_position: this.position, blobs });
      refs.forEach((ref, index) => this.found.set(keyOf(ref), reply.crumbs[index] ?? null));
      this.texts = { ...this.texts, ...reply.blobs };
    }
  }

  get(wanted: CrumbKey): StoredCrumb {
    return this.found.get(keyOf(wanted)) ?? null;
  }

  /** The crumb, if it is there and not erased. */
  crumb(wanted: CrumbKey): Envelope | null {
    const found = this.get(wanted);
    return found && !('erased' in found) ? found : null;
  }

  /** The payload of a crumb that its store has checked. */
  context<Context>(wanted: CrumbKey): Context | null {
    return (this.crumb(wanted)?.context as Context | undefined) ?? null;
  }

  wasErased(wanted: CrumbKey): boolean {
    const found = this.get(wanted);
    return found !== null && 'erased' in found;
  }

  text(id: string): string | undefined {
    return this.texts[id];
  }
}
