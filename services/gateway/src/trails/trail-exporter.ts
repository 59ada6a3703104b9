import { Injectable } from '@nestjs/common';
import {
  AgentContext,
  BUNDLE_FORMAT,
  type BundleHead,
  type BundleParts,
  BundleWriter,
  CrumbError,
  type Envelope,
  type Erased,
  type Identity,
  Read,
  type Ref,
  type TrailNode,
  type TrailReply,
} from '@crumbtrail/contracts';
import { ContextQueries } from '../contexts/context-queries';
import { ServiceRequests } from '../ports';
import type { Caller } from '../http/caller';
import { causalTree } from './causal-tree';
import { TrailReader } from './trail-reader';

/** Versions per request, because each may have the maximum size of a breadcrumb. */
const AT_ONCE = 32;

function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) yield all.slice(at, at + AT_ONCE);
}

/** Lists every version of the breadcrumbs of a trail. */
const listVersions = (nodes: readonly TrailNode[]): Ref[] =>
  nodes.flatMap(({ id, version, erased }) =>
    erased ? [{ id, version }] : Array.from({ length: version }, (_, n) => ({ id, version: n + 1 })),
  );

const partName = (crumb: Envelope | Erased): string =>
  'erased' in crumb ? `crumb ${crumb.id}, erased` : `crumb ${crumb.id}, version ${crumb.version}`;

/** Exports a trail as one file with the caller's rights: breadcrumbs that the caller may not read are left out. */
@Injectable()
export class TrailExporter {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly accounts: ContextQueries,
    private readonly trails: TrailReader,
  ) {}

  /** Yields the lines of the file. Throws before the first line if the trail does not exist. */
  async *lines(caller: Caller, id: string): AsyncGenerator<string> {
    const writer = new BundleWriter();
    const identity = await this.requests.identifyUncached(caller);
    const trail = await this.trails.read(caller, { id, count: true });
    yield writer.part('head', 'head', await this.head(caller, identity, trail));
    for (const node of trail.nodes) yield writer.part('node', `node ${node.id}`, node);
    yield writer.part('tree', 'tree', causalTree(trail.nodes));
    for (const refs of batches(listVersions(trail.nodes)))
      for (const crumb of await this.crumbs(caller, refs)) yield writer.part('crumb', partName(crumb), crumb);
    for (const node of trail.nodes.filter(({ schema_name }) => schema_name === AgentContext.name)) {
      const context = await this.context(caller, node.id);
      if (context) yield writer.part('context', `context ${node.id}`, context);
    }
    yield writer.end();
  }

  private async head(caller: Caller, identity: Identity, trail: TrailReply): Promise<BundleHead> {
    const { position, now: exported_at } = await this.requests.request(Read, caller, { refs: [] });
    const { trail_id, hidden = 0, beyond = 0 } = trail;
    const { workspace, participant: exported_by, role } = identity;
    return { format: BUNDLE_FORMAT, workspace, trail_id, position, exported_at, exported_by, role, hidden, beyond };
  }

  private async crumbs(caller: Caller, refs: readonly Ref[]): Promise<(Envelope | Erased)[]> {
    const { crumbs } = await this.requests.request(Read, caller, { refs });
    return crumbs.filter((crumb) => crumb !== null);
  }

  /** Null if it was erased or has expired. */
  private async context(caller: Caller, id: string): Promise<BundleParts['context'] | null> {
    try {
      return await this.accounts.explain(caller, id);
    } catch (error) {
      if (error instanceof CrumbError && (error.code === 'erased' || error.code === 'not_found')) return null;
      throw error;
    }
  }
}
