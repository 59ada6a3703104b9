import {
  mayRead,
  participantName,
  refuse,
  type ChangeFactRequest,
  type MemoryChangeReply,
  type Ref,
  type Viewer,
} from '@crumbtrail/contracts';
import type { Fact } from '@crumbtrail/memory';
import { replaceMemory } from '../keep/forget-crumb';
import type { KeeperPorts } from '../keep/compact-window';
import { writeChange } from '../keep/write-memory';
import { isShort, type Memory, type MemoryStore } from '../ports';
import { mayTell } from './known-memories';
import { untilCommitted } from './until-committed';

/** Who asks for the change: the holder of a key, or an agent in its turn. */
export interface ChangingClient {
  readonly workspace: string;
  readonly key?: string | undefined;
}

/** Who changes a fact, and which facts they may change. */
interface Changer {
  readonly viewer: Viewer;
  readonly mayChange: (memory: Memory, fact: Fact) => boolean;
}

/** An operator changes every fact, an agent those of its own memory, and everybody else those about themselves; they forget those that name them, too. */
async function keyHolder(
  { store }: KeeperPorts,
  { workspace, key }: { readonly workspace: string; readonly key: string },
  { change: { do: doing } }: ChangeFactRequest,
): Promise<Changer> {
  const { participant, role } = await store.identify(workspace, key);
  const isOperator = role === 'operator';
  const name = participantName(participant);
  return {
    viewer: { participant, operator: isOperator },
    mayChange: ({ context }, { about, names = [] }) =>
      isOperator ||
      about === name ||
      (doing === 'forget' && names.includes(name)) ||
      (participant.kind === 'agent' && context.agent === participant.id),
  };
}

/** An agent in its turn changes what it remembers, as far as everybody who may read its answer may know it. */
async function agentOfTurn(
  { store }: KeeperPorts,
  workspace: string,
  { agent, turn }: ChangeFactRequest,
): Promise<Changer> {
  if (agent === undefined || turn === undefined)
    throw refuse('invalid_payload', 'Without a key, a change names the agent and its turn.');
  const readers = await store.answerReaders(workspace, turn);
  return {
    viewer: { participant: { kind: 'agent', id: agent } },
    mayChange: (memory) => memory.context.agent === agent && mayTell(memory, readers),
  };
}

const changerOf = (
  ports: KeeperPorts,
  { workspace, key }: ChangingClient,
  request: ChangeFactRequest,
): Promise<Changer> =>
  key === undefined ? agentOfTurn(ports, workspace, request) : keyHolder(ports, { workspace, key }, request);

/** A fact of an earlier version, which does not say whose statement it is, about the only author of its sources. */
async function completeAbout(store: MemoryStore, workspace: string, fact: Fact): Promise<Fact> {
  if (fact.about !== undefined || fact.said_by !== undefined) return fact;
  const ids = [...new Set(fact.sources.map(({ id }) => id))];
  const present = await store.readPresent(workspace, ids);
  const [only, ...others] = [...new Set(present.map(({ author }) => participantName(author)))];
  const isKnown = only !== undefined && others.length === 0 && present.length === ids.length;
  return isKnown ? { ...fact, about: only } : fact;
}

/** The memory and its fact. What the changer may not read does not exist for them. */
async function findFact(
  { store }: KeeperPorts,
  workspace: string,
  request: ChangeFactRequest,
  { viewer, mayChange }: Changer,
): Promise<{ readonly memory: Memory; readonly fact: Fact }> {
  const memory = await store.memory(workspace, request.memory);
  const stored = memory?.context.facts.find(({ id }) => id === request.fact);
  const fact = stored && (await completeAbout(store, workspace, stored));
  if (memory === null || fact === undefined || !mayRead(memory, viewer))
    throw refuse(
      'not_found',
      `There is no fact ${request.fact} in a memory ${request.memory} that this caller may read.`,
    );
  if (!mayChange(memory, fact))
    throw refuse(
      'forbidden',
      'A fact is changed by operators, by the agent whose memory it is, and by the participant that it is about.',
    );
  if (request.version !== undefined && request.version !== memory.version)
    throw refuse(
      'version_conflict',
      `The memory is at version ${memory.version}, not ${request.version}. Read it again.`,
    );
  return { memory, fact };
}

/** A fact in other words. Its subject, relation and value are dropped, because they were read from the old ones. */
function reword({ subject: _s, relation: _r, value: _v, ...rest }: Fact, text: string, by: string): Fact {
  return { ...rest, text, edited_by: by };
}

function applyChange(fact: Fact, { change }: ChangeFactRequest, by: string): Fact {
  if (change.do === 'edit') {
    const text = change.text.trim();
    if (text === '') throw refuse('invalid_payload', 'A fact needs a text: forget it instead.');
    return reword(fact, text, by);
  }
  const { pinned: _, ...rest } = fact;
  return change.do === 'pin' ? { ...fact, pinned: true } : rest;
}

/** Replaces a fact, which keeps its id, in the next version of its memory. Null: somebody else has changed the memory. */
function replaceFact(ports: KeeperPorts, memory: Memory, fact: Fact, by: string): Promise<readonly Ref[] | null> {
  const facts = memory.context.facts.map((one) => (one.id === fact.id ? fact : one));
  return ports.store.commit(memory.workspace, [writeChange(memory, facts, by)]);
}

/** Whether a fact is the forgotten one, or quotes it. */
const isOrQuotes =
  (forgotten: Fact) =>
  ({ id, text }: Fact): boolean =>
    id === forgotten.id || text.includes(forgotten.text.replace(/[.\s]+$/u, ''));

const MOST_MEMORIES = 1_000;

/** Erases every memory of which any version has the fact, and makes it again without it. */
async function forgetFact(ports: KeeperPorts, workspace: string, fact: Fact): Promise<MemoryChangeReply> {
  const memories: Ref[] = [];
  for (let attempt = 1; attempt <= MOST_MEMORIES; attempt += 1) {
    const having = await ports.store.having(workspace, fact.id);
    // Sections first: a short-term memory tells of what has gone on to them.
    const memory = having.find((one) => !isShort(one)) ?? having[0];
    if (memory === undefined) return { memories, changed: 1, method: 'extracted', model_calls: [] };
    memories.push(...((await replaceMemory(ports, memory, { isGone: isOrQuotes(fact) })) ?? []));
  }
  throw refuse(
    'unavailable',
    `The fact ${fact.id} is not forgotten everywhere: others keep changing memories that have it. Try again.`,
  );
}

/** Changes one fact. Throws `not_found` for a fact that the caller may not read, `forbidden` if they may not change it, and `version_conflict` for an outdated version. */
export async function changeFact(
  ports: KeeperPorts,
  client: ChangingClient,
  request: ChangeFactRequest,
): Promise<MemoryChangeReply> {
  const { workspace } = client;
  const changer = await changerOf(ports, client, request);
  const found = await findFact(ports, workspace, request, changer);
  if (request.change.do === 'forget') return forgetFact(ports, workspace, found.fact);
  const by = participantName(changer.viewer.participant);
  return untilCommitted(async () => {
    const { memory, fact } = await findFact(ports, workspace, request, changer);
    const memories = await replaceFact(ports, memory, applyChange(fact, request, by), by);
    return memories && { memories, changed: 1, method: memory.context.method ?? 'extracted', model_calls: [] };
  });
}
