import { refuse, type RecallReply, type RecallRequest, type Ref } from '@crumbtrail/contracts';
import { rankFacts } from '../facts/rank-facts';
import type { KeeperPorts } from '../keep/compact-window';
import { askManager } from '../manager/ask';
import { recallFacts, type RecalledAnswer } from '../manager/recall-facts';
import { listFacts, listKnown, type FactInMemory } from './known-memories';

/** Facts that a model is given at most, and facts that are listed at most where no model answers. */
const MOST_GIVEN = 64;
const MOST_TOLD = 8;

const UNKNOWN = 'Nothing is known about this.';

const toldLine = ({ text, until, superseded_by }: FactInMemory): string =>
  superseded_by === undefined
    ? text
    : `${text} (no longer${until === undefined ? '' : `, until ${until.slice(0, 10)}`})`;

function reply(
  facts: readonly FactInMemory[],
  answer: Pick<RecallReply, 'answer' | 'method' | 'model_calls'>,
): RecallReply {
  const sources = new Map<string, Ref>();
  for (const source of facts.flatMap((fact) => fact.sources)) sources.set(source.id, source);
  return {
    known: facts.length > 0,
    ...answer,
    facts: facts.map(({ memory, ...fact }) => ({ memory, fact })),
    sources: [...sources.values()],
  };
}

/** The facts that an answer names, or else those that have a word of it. An answer without any has no source, and is not given. */
function citedFacts(given: readonly FactInMemory[], { answer, facts }: RecalledAnswer): readonly FactInMemory[] {
  const named = given.filter(({ id }) => facts.includes(id));
  if (named.length > 0) return named;
  return rankFacts(given, answer).flatMap(({ fact, score }) => (score > 0 ? [fact] : []));
}

/**
 * Answers a hint from what an agent remembers, as far as everybody who may read the answer of the turn may know it. Throws `not_found` for an agent
 * without a memory.
 */
export async function recall(ports: KeeperPorts, workspace: string, request: RecallRequest): Promise<RecallReply> {
  const settings = await ports.agents.settings(workspace, request.agent);
  if (settings === null)
    throw refuse('not_found', `The agent ${request.agent} has no memory: its definition has no \`memory\`.`);
  const ranked = rankFacts(listFacts(await listKnown(ports.store, workspace, request)), request.hint);
  if (ranked.length === 0) return reply([], { answer: UNKNOWN, method: 'extracted', model_calls: [] });
  const given = ranked.slice(0, MOST_GIVEN).map(({ fact }) => fact);
  const asked = await askManager(
    { model: ports.model, workspace, settings },
    recallFacts(given, request.hint, settings),
  );
  ports.meter.failed(asked.failures);
  const { value, model_calls } = asked;
  if (value?.known === false) return reply([], { answer: UNKNOWN, method: 'written', model_calls });
  const cited = value === undefined ? [] : citedFacts(given, value);
  if (value !== undefined && cited.length > 0)
    return reply(cited, { answer: value.answer, method: 'written', model_calls });
  const told = ranked
    .filter(({ score }) => score > 0)
    .slice(0, MOST_TOLD)
    .map(({ fact }) => fact);
  const answer = told.length > 0 ? told.map((fact) => `- ${toldLine(fact)}`).join('\n') : UNKNOWN;
  return reply(told, { answer, method: 'extracted', model_calls });
}
