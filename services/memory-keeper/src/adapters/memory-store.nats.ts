import { Injectable } from '@nestjs/common';
import { CrumbStore, isErased, validateCrumb } from '@crumbtrail/bus';
import {
  AgentDef,
  CrumbError,
  derivedId,
  fingerprintAudience,
  FindLeft,
  FindMemories,
  MemoryLong,
  memoryGroupTag,
  memoryOwnerTag,
  MemoryShort,
  ReadAnswerReaders,
  ReadWindow,
  ScopeAdvance,
  Session,
  SessionSummary,
  singletonId,
  type Audience,
  type Contract,
  type Crumb,
  type CrumbEvent,
  type Envelope,
  type Fence,
  type Identity,
  type ListRequest,
  type ProblemCode,
  type ReadWindowRequest,
  type Ref,
  type RequestOf,
  type ScopeStart,
  type Write,
} from '@crumbtrail/contracts';
import { TransientError } from '@crumbtrail/platform';
import {
  MemoryStore,
  type LongMemory,
  type Memory,
  type MemoryGroup,
  type RestingCrumbs,
  type SessionGroup,
  type WindowMembers,
  type ShortMemory,
  type Summary,
} from '../ports';

const PAGE = 500;
/** Most memories of an agent that are looked through. */
const MOST_MEMORIES = 2_000;
/** Revisions that are tried at most: every erasure of a memory uses one. */
const MOST_REVISIONS = 100_000;
/** Most crumbs in one read. */
const MOST_REFS = 512;

/** Codes of a commit that lost against another change of the same crumbs. */
const CONFLICTS: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['version_conflict', 'id_conflict', 'erased']);

const newestRevision = <One extends Memory>(all: readonly One[]): One | undefined =>
  all.toSorted((a, b) => (b.context.revision ?? 0) - (a.context.revision ?? 0))[0];

function toMemory(crumb: Envelope): Memory[] {
  if (crumb.schema_name === MemoryShort.name) return [validateCrumb(MemoryShort, crumb)];
  return crumb.schema_name === MemoryLong.name ? [validateCrumb(MemoryLong, crumb)] : [];
}

const isSummary = ({ schema_name }: Envelope): boolean => schema_name === SessionSummary.name;

/** Memories in the store, in the name of this service. */
@Injectable()
export class MemoryStoreNats extends MemoryStore {
  constructor(private readonly store: CrumbStore) {
    super();
  }

  async readEvent({ workspace, id, version, position }: CrumbEvent): Promise<Envelope | null> {
    const { crumbs } = await this.store.in(workspace).read({ refs: [{ id, version }], min_position: position });
    const [crumb = null] = crumbs;
    return crumb === null || isErased(crumb) ? null : crumb;
  }

  async readPresent(workspace: string, ids: readonly string[]): Promise<readonly Envelope[]> {
    const found: Envelope[] = [];
    for (let at = 0; at < ids.length; at += MOST_REFS) {
      const refs = ids.slice(at, at + MOST_REFS).map((id) => ({ id }));
      const { crumbs } = await this.store.in(workspace).read({ refs });
      found.push(...crumbs.filter((crumb): crumb is Envelope => crumb !== null && !isErased(crumb)));
    }
    return found;
  }

  async short({ workspace, session, agent, readers }: SessionGroup): Promise<ShortMemory | null> {
    const tag = memoryGroupTag(agent, fingerprintAudience(readers));
    return newestRevision(await this.list(workspace, MemoryShort, { session, tag })) ?? null;
  }

  async sections({ workspace, agent, readers }: MemoryGroup): Promise<readonly LongMemory[]> {
    const tag = memoryGroupTag(agent, fingerprintAudience(readers));
    const all = await this.list(workspace, MemoryLong, { tag });
    const names = [...new Set(all.map(({ context }) => context.section))].sort();
    return names.flatMap((name) => newestRevision(all.filter(({ context }) => context.section === name)) ?? []);
  }

  async memories(workspace: string, agent: string): Promise<readonly Memory[]> {
    const tag = memoryOwnerTag(agent);
    const [short, long] = await Promise.all([
      this.list(workspace, MemoryShort, { tag }),
      this.list(workspace, MemoryLong, { tag }),
    ]);
    return [...short, ...long];
  }

  async memory(workspace: string, id: string): Promise<Memory | null> {
    const [crumb] = await this.readPresent(workspace, [id]);
    return (crumb && toMemory(crumb)[0]) ?? null;
  }

  async window(
    { workspace, session, readers }: SessionGroup,
    request: Pick<ReadWindowRequest, 'after' | 'limit' | 'min_position'>,
  ): Promise<readonly Envelope[]> {
    const store = this.store.in(workspace);
    return (await store.request(ReadWindow, { session, readers, ...request })).messages;
  }

  async members(workspace: string, session: string): Promise<WindowMembers> {
    const [crumb] = await this.readPresent(workspace, [singletonId(workspace, 'session', session)]);
    return crumb?.schema_name === Session.name ? (validateCrumb(Session, crumb).context.members ?? []) : [];
  }

  async agentNames(workspace: string, agents: readonly string[]): Promise<WindowMembers> {
    const crumbs = await this.readPresent(
      workspace,
      agents.map((id) => singletonId(workspace, 'agent', id)),
    );
    return crumbs.flatMap((crumb) => {
      const { agent, name } = validateCrumb(AgentDef, crumb).context;
      return name === undefined ? [] : [{ kind: 'agent' as const, id: agent, name }];
    });
  }

  async scopes(workspace: string, session: string): Promise<readonly ScopeStart[]> {
    const all = await this.list(workspace, ScopeAdvance, { session });
    const starts = all
      .filter(({ audience }) => audience === 'all')
      .map(({ context: { scope, name }, occurred_at, position }): ScopeStart => {
        return { level: scope, ...(name === undefined ? {} : { name }), occurred_at, position };
      });
    return starts.toSorted((a, b) => Date.parse(a.occurred_at) - Date.parse(b.occurred_at) || a.position - b.position);
  }

  async summaries(workspace: string, session: string): Promise<readonly Summary[]> {
    return this.list(workspace, SessionSummary, { session });
  }

  async restingOn(workspace: string, source: string, min_position?: number): Promise<RestingCrumbs> {
    const request = { source, ...(min_position === undefined ? {} : { min_position }) };
    const { memories } = await this.store.in(workspace).request(FindMemories, request);
    return {
      memories: memories.flatMap(toMemory),
      summaries: memories.filter(isSummary).map((crumb) => validateCrumb(SessionSummary, crumb)),
    };
  }

  async findLeft(workspace: string, request: RequestOf<typeof FindLeft>): Promise<readonly string[]> {
    return (await this.store.in(workspace).request(FindLeft, request)).ids;
  }

  async having(workspace: string, fact: string): Promise<readonly Memory[]> {
    const { memories } = await this.store.in(workspace).request(FindMemories, { fact });
    return memories.flatMap(toMemory);
  }

  async freeRevision(
    workspace: string,
    identity: 'memory_short' | 'memory_long' | 'summary',
    key: object,
  ): Promise<number> {
    for (let revision = 0; revision < MOST_REVISIONS; revision += 1) {
      const id = derivedId(workspace, identity, { context: { ...key, revision } });
      const { crumbs } = await this.store.in(workspace).read({ refs: [{ id: id ?? '' }] });
      const [crumb = null] = crumbs;
      if (crumb === null || !isErased(crumb)) return revision;
    }
    throw new Error(`Every revision of ${JSON.stringify(key)} was erased.`);
  }

  async commit(workspace: string, writes: readonly Write[], fence?: Fence): Promise<readonly Ref[] | null> {
    try {
      const { results } = await this.store.in(workspace).commit({ writes, ...(fence ? { fence } : {}) });
      return results.map(({ id, version }) => ({ id, version }));
    } catch (error) {
      if (!(error instanceof CrumbError)) throw error;
      if (CONFLICTS.has(error.code)) return null;
      if (error.code === 'stale_fence')
        throw new TransientError('Another keeper works on this session.', { cause: error });
      throw error;
    }
  }

  async answerReaders(workspace: string, turn: string): Promise<Audience> {
    return (await this.store.in(workspace).request(ReadAnswerReaders, { turn })).readers;
  }

  identify(workspace: string, key: string): Promise<Identity> {
    return this.store.in(workspace, { key }).whoAmI();
  }

  private async list<C extends Contract>(
    workspace: string,
    contract: C,
    request: Pick<ListRequest, 'session' | 'tag'>,
  ): Promise<Crumb<C>[]> {
    const store = this.store.in(workspace);
    const found: Crumb<C>[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.list({
        schema: contract.name,
        ...request,
        limit: PAGE,
        ...(cursor === undefined ? {} : { cursor }),
      });
      found.push(...page.crumbs.map((crumb) => validateCrumb(contract, crumb)));
      cursor = page.next_cursor;
    } while (cursor !== undefined && found.length < MOST_MEMORIES);
    return found;
  }
}
