import { mayInform, mayRead, refuse, sortReaders, type Audience, type Ref } from '@crumbtrail/contracts';
import type { Fact } from '@crumbtrail/memory';
import type { Memory, MemoryAgents, MemoryStore, SessionGroup } from '../ports';
import type { KeeperSettings } from '../settings';

/** The agent that asks in a turn. */
export interface RequestingAgent {
  readonly agent: string;
  readonly turn: string;
}

/** May an answer with these readers tell a memory? */
export const mayTell = ({ audience, author }: Memory, readers: Audience): boolean =>
  mayInform({ audience, author }, readers);

/** The memories of an agent that it may read, and that its answer may tell to everybody who will read it. */
export async function listKnown(
  store: MemoryStore,
  workspace: string,
  { agent, turn }: RequestingAgent,
): Promise<readonly Memory[]> {
  const [memories, readers] = await Promise.all([
    store.memories(workspace, agent),
    store.answerReaders(workspace, turn),
  ]);
  const viewer = { participant: { kind: 'agent' as const, id: agent } };
  return memories.filter((memory) => mayRead(memory, viewer) && mayTell(memory, readers));
}

/** A fact with the memory that holds it. */
export type FactInMemory = Fact & { readonly memory: Ref };

/** The facts of memories, each once: where several hold it, in the one changed last. */
export function listFacts(memories: readonly Memory[]): FactInMemory[] {
  const byChange = memories.toSorted((a, b) => a.position - b.position);
  const each = byChange.flatMap(({ id, version, context }) =>
    context.facts.map((fact) => [fact.id, { ...fact, memory: { id, version } }] as const),
  );
  return [...new Map(each).values()];
}

/** What a request about the memory of a session works on. */
export interface SessionRequest {
  readonly group: SessionGroup;
  readonly settings: KeeperSettings;
}

/** The group that the answer of a turn belongs to. Throws `not_found` for an agent without a memory. */
export async function openSession(
  { store, agents }: { readonly store: MemoryStore; readonly agents: MemoryAgents },
  workspace: string,
  { agent, turn, session }: RequestingAgent & { readonly session: string },
): Promise<SessionRequest> {
  const settings = await agents.settings(workspace, agent);
  if (settings === null)
    throw refuse('not_found', `The agent ${agent} has no memory: its definition has no \`memory\`.`);
  const readers = sortReaders(await store.answerReaders(workspace, turn));
  return { group: { workspace, agent, session, readers }, settings };
}
