import type { Audience, Ref, Viewer } from '@crumbtrail/contracts';
import { mayRead } from '@crumbtrail/contracts';

/** One version as a spec remembers it. */
interface ModelVersion {
  readonly version: number;
  readonly position: number;
  readonly text: string;
}

/** One crumb as a spec remembers it. */
export interface ModelCrumb {
  readonly id: string;
  readonly session: string;
  readonly author: string;
  readonly audience: Audience;
  readonly tags: readonly string[];
  /** Milliseconds since 1970. */
  readonly expiresAt: number | null;
  readonly cause: string | null;
  readonly versions: ModelVersion[];
  erased: boolean;
}

/** The viewers and the position of a read. */
export interface ModelScope {
  readonly eyes: readonly Viewer[];
  readonly as_of: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The simplest model of a store, with the access filter in four lines. */
export class ReferenceModel {
  readonly crumbs: ModelCrumb[] = [];

  /** The version of a crumb that may be seen, if there is one. */
  private seen(crumb: ModelCrumb, { eyes, as_of, now }: ModelScope): ModelVersion | undefined {
    const current = crumb.versions.filter(({ position }) => position <= as_of).at(-1);
    const isLive = !crumb.erased && (crumb.expiresAt === null || crumb.expiresAt > now);
    const shown = { audience: crumb.audience, author: { kind: 'user' as const, id: crumb.author } };
    return isLive && eyes.every((viewer) => mayRead(shown, viewer)) ? current : undefined;
  }

  /** `id:version` of all that may be seen. */
  visible(looking: ModelScope, wanted: (crumb: ModelCrumb) => boolean = () => true): Set<string> {
    const found = this.crumbs.filter(wanted).flatMap((crumb) => {
      const version = this.seen(crumb, looking);
      return version ? [refName({ id: crumb.id, version: version.version })] : [];
    });
    return new Set(found);
  }

  /** `id:version` of the causal ancestors that may be seen, nearest first. */
  ancestors(from: ModelCrumb, looking: ModelScope): string[] {
    const by = new Map(this.crumbs.map((crumb) => [crumb.id, crumb]));
    const found: string[] = [];
    for (let at = from.cause; at !== null; at = by.get(at)?.cause ?? null) {
      const crumb = by.get(at);
      const version = crumb && this.seen(crumb, looking);
      if (version) found.push(refName({ id: at, version: version.version }));
    }
    return found;
  }
}

export const refName = ({ id, version }: Ref): string => `${id}:${version}`;
