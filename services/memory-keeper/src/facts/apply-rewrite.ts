import { isSameSpeaker, mergeFacts, type Fact } from '@crumbtrail/memory';
import { isOpen, type ChangedSection } from './changed-section';

/** A section that says less than this share of what it said needs a second answer. */
const LEAST_SHARE = 0.5;

const lengthOf = (facts: readonly Fact[]): number => facts.reduce((sum, { text }) => sum + text.length, 0);

/** Whether the written facts have less than half of the characters of the open facts of a section and of its new ones. */
export const shrinks = ({ facts, incoming }: ChangedSection, written: readonly Fact[]): boolean =>
  lengthOf(written) < LEAST_SHARE * lengthOf([...facts, ...incoming].filter(isOpen));

/** A section with the facts that come into it, without a model. */
export const appendToSection = ({ facts, incoming }: ChangedSection): Fact[] => mergeFacts(facts, incoming);

/** Does a fact contradict one that other participants said? Which of the two holds no model decides. */
function isDisputed({ contradicts = [], ...fact }: Fact, all: readonly Fact[]): boolean {
  return all.some((other) => contradicts.includes(other.id) && !isSameSpeaker(fact, other));
}

/**
 * A section as a model wrote it: the facts that it may not reword, those that a later fact replaced, those that other participants dispute, and
 * the written ones.
 */
export function applyRewrite(section: ChangedSection, written: readonly Fact[]): Fact[] {
  const names = new Set(written.map(({ id }) => id));
  // Merged first, because which fact supersedes which is read from the words before the rewrite.
  const merged = appendToSection(section);
  const kept = merged.filter((fact) => (!isOpen(fact) || isDisputed(fact, merged)) && !names.has(fact.id));
  const known = new Set([...kept, ...written].map(({ id }) => id));
  const successor = (fact: Fact): Fact =>
    fact.superseded_by === undefined || known.has(fact.superseded_by)
      ? fact
      : { ...fact, superseded_by: written.at(-1)?.id ?? fact.superseded_by };
  return [...kept.map(successor), ...written];
}
