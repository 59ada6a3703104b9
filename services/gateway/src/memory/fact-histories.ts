import type { MemoryFact } from '@crumbtrail/contracts';
import type { MemoryHistoryReply, MemoryVersion } from '@crumbtrail/contracts/operations/memory-reading';
import type { FactHistory, FactStep } from '@crumbtrail/contracts/http/memory';

type FactChangeName = FactStep['changes'][number];

/** Each kind of change, and whether two consecutive versions of a fact differ by it. */
const CHANGES: readonly (readonly [FactChangeName, (before: MemoryFact, after: MemoryFact) => boolean])[] = [
  ['edited', (before, after) => before.text !== after.text && after.edited_by !== undefined],
  ['reworded', (before, after) => before.text !== after.text && after.edited_by === undefined],
  ['superseded', (before, after) => before.superseded_by === undefined && after.superseded_by !== undefined],
  ['ended', (before, after) => before.until === undefined && after.until !== undefined],
  ['pinned', (before, after) => before.pinned !== true && after.pinned === true],
  ['unpinned', (before, after) => before.pinned === true && after.pinned !== true],
];

function changesBetween(
  before: MemoryFact | undefined,
  after: MemoryFact | undefined,
  { rebuilt }: MemoryVersion,
): readonly FactChangeName[] {
  if (!before) return after ? [rebuilt ? 'rebuilt' : 'remembered'] : [];
  if (!after) return ['left'];
  return CHANGES.filter(([, applies]) => applies(before, after)).map(([name]) => name);
}

/** What became of a fact from version to version. */
function timelineOf(id: string, versions: readonly MemoryVersion[]): FactStep[] {
  let before: MemoryFact | undefined;
  const steps: FactStep[] = [];
  for (const one of versions) {
    const { version, at, by } = one;
    const after = one.facts.find((fact) => fact.id === id);
    const changes = changesBetween(before, after, one);
    if (changes.length > 0) steps.push({ version, at, by, changes, text: (after ?? before)?.text ?? '' });
    before = after;
  }
  return steps;
}

/** The answers to contexts that quote a version of the memory in which the fact stood. */
function answersWith(id: string, { versions, answers }: MemoryHistoryReply): FactHistory['answers'] {
  const holding = new Set(
    versions.filter(({ facts }) => facts.some((fact) => fact.id === id)).map((one) => one.version),
  );
  return answers
    .filter(({ quoted_version }) => holding.has(quoted_version))
    .map(({ quoted_version: _version, ...answer }) => answer);
}

/** The history of each fact that was ever in a memory: present ones first, in their order, then those that left, latest first. */
export function toFactHistories(history: MemoryHistoryReply): FactHistory[] {
  const { memory, versions } = history;
  const last = new Map(versions.flatMap(({ facts }) => facts.map((fact) => [fact.id, fact] as const)));
  const present = new Set(memory.facts.map(({ id }) => id));
  const left = [...last.values()].filter(({ id }) => !present.has(id)).reverse();
  return [...memory.facts, ...left].map((fact) => ({
    fact,
    present: present.has(fact.id),
    timeline: timelineOf(fact.id, versions),
    answers: answersWith(fact.id, history),
  }));
}
