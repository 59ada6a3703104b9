import {
  asPayload,
  AgentTurn,
  MAX_FACT_CHARACTERS,
  refuse,
  type MemoryChangeReply,
  type RememberRequest,
} from '@crumbtrail/contracts';
import { attributeText, deriveFactId, mergeFacts, type Fact } from '@crumbtrail/memory';
import { draftShort, type KeeperPorts } from '../keep/compact-window';
import { writeShort } from '../keep/write-memory';
import { nameAuthors, nameParticipants } from '../window/source-messages';
import { openSession } from './known-memories';
import { untilCommitted } from './until-committed';

/** Numbers of facts that agents ask to keep begin here, above those of facts that are extracted from the same message. */
const FIRST = 100_000;

/** Keeps a fact for an agent. It rests on the message that the turn answers. */
export async function remember(
  ports: KeeperPorts,
  workspace: string,
  request: RememberRequest,
): Promise<MemoryChangeReply> {
  const { group, settings } = await openSession(ports, workspace, request);
  const text = request.text.trim();
  if (text === '') throw refuse('invalid_payload', 'A fact needs a text.');
  const [turn] = await ports.store.readPresent(workspace, [request.turn]);
  const source = turn && asPayload(AgentTurn.name, turn.context).trigger;
  const [message] = source ? await ports.store.readPresent(workspace, [source.id]) : [];
  if (source === undefined || message === undefined)
    throw refuse('not_found', 'The message that the turn answers was erased.');
  const members = await ports.store.members(workspace, group.session);
  const nameOf = nameAuthors(members, settings);
  const authors = nameParticipants([message.author], nameOf);
  const participants = nameParticipants(members, nameOf);
  const said = attributeText({ text, about: request.about, authors, participants });
  return untilCommitted(async () => {
    const stored = await ports.store.short(group);
    const before = await draftShort(ports, { group }, stored);
    const nth = FIRST + before.facts.filter(({ sources }) => sources.some(({ id }) => id === source.id)).length;
    const fact: Fact = {
      id: deriveFactId(source, nth),
      ...said,
      text: said.text.slice(0, MAX_FACT_CHARACTERS),
      session: group.session,
      at: message.occurred_at,
      sources: [{ id: source.id, version: source.version }],
    };
    const facts = mergeFacts(before.facts, [fact]);
    const refs = await ports.store.commit(workspace, [writeShort(stored, { ...before, facts }, group.readers)]);
    return refs && { memories: refs, changed: 1, method: 'extracted', model_calls: [] };
  });
}
