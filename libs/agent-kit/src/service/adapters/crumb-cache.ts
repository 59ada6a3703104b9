import type { WorkspaceStore } from '@crumbtrail/bus';
import { type Envelope, type Erased, asPayload, type PayloadName, type PayloadTypes } from '@crumbtrail/contracts';

/** The store's answer for a crumb; null when none is visible to this service. */
export type CrumbOrErased = Envelope | Erased | null;

/** A crumb by id, at a version or at the latest. */
export interface CrumbKey {
  readonly id: string;
  readonly version?: number;
}

const MOST_REFS = 512;
const keyOf = ({ id, version }: CrumbKey): string => `${id}@${version ?? 'head'}`;

/** The crumbs of one turn, each read once. */
export class CrumbCache {
  private readonly found = new Map<string, CrumbOrErased>();

  constructor(
    private readonly store: WorkspaceStore,
    private readonly position: number,
  ) {}

  /** Reads what is not in the cache yet, in one request if it fits. */
  async fetch(wanted: readonly CrumbKey[]): Promise<void> {
    const missing = wanted.filter((one) => !this.found.has(keyOf(one)));
    for (let at = 0; at < missing.length; at += MOST_REFS) {
      const refs = missing.slice(at, at + MOST_REFS);
      const reply = await this.store.read({ refs, min_position: this.position });
      refs.forEach((ref, index) => this.found.set(keyOf(ref), reply.crumbs[index] ?? null));
    }
  }

  get(wanted: CrumbKey): CrumbOrErased {
    return this.found.get(keyOf(wanted)) ?? null;
  }

  /** The crumb, if it exists and is not erased. */
  crumb(wanted: CrumbKey): Envelope | null {
    const found = this.get(wanted);
    return found && !('erased' in found) ? found : null;
  }

  /** The payload of a crumb, which the store has validated. */
  context<Name extends PayloadName>(schema: Name, wanted: CrumbKey): PayloadTypes[Name] | null {
    return asPayload(schema, this.crumb(wanted)?.context ?? null);
  }

  wasErased(wanted: CrumbKey): boolean {
    const found = this.get(wanted);
    return found !== null && 'erased' in found;
  }
}
