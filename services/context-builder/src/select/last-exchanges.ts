import type { Participant } from '@crumbtrail/contracts';
import { compareItemsByTime, itemKey, type ContextItem, type ScoredItem } from '../gather/item';

const isPerson = ({ kind }: Participant): boolean => kind === 'user' || kind === 'operator';
const same = (a: Participant, b: Participant): boolean => a.kind === b.kind && a.id === b.id;

/** Marks where exchanges start: where a person speaks after an agent, or, among people only, at every second change of speaker. */
function markExchangeStarts(authors: readonly Participant[]): boolean[] {
  const agents = authors.some((author) => !isPerson(author));
  let changes = -1;
  return authors.map((author, at) => {
    const before = authors[at - 1];
    if (!before) return true;
    if (agents) return isPerson(author) && !isPerson(before);
    changes += same(author, before) ? 0 : 1;
    return !same(author, before) && changes % 2 === 1;
  });
}

/** The items of the recent window, oldest first. */
export function recentWindow(ranked: readonly ScoredItem[]): ContextItem[] {
  return ranked
    .filter(({ recency }) => recency !== undefined)
    .map(({ item }) => item)
    .sort(compareItemsByTime);
}

/** So many messages of a run that nobody has answered are kept, whatever they say. */
const UNANSWERED_KEPT = 4;

/** The messages of the last exchanges; of a run of messages at the end that nobody has answered, only the newest. */
function withoutOldRun(exchanges: readonly ContextItem[], unanswered: readonly ContextItem[]): readonly ContextItem[] {
  const answered = exchanges.slice(0, exchanges.length - unanswered.length);
  return [...answered, ...unanswered.slice(-UNANSWERED_KEPT)];
}

/**
 * Keys of the last exchanges before the current message, which are always kept: a person's messages and the answers to them.
 * Unanswered messages that the current speaker sent just before are kept in addition, the newest four of them.
 */
export function lastExchanges(ranked: readonly ScoredItem[], trigger: Participant, count: number): ReadonlySet<string> {
  if (count === 0) return new Set();
  const window = recentWindow(ranked);
  const features = markExchangeStarts([...window.map(({ author }) => author), trigger]);
  const starts = features.flatMap((mark, at) => (mark ? [at] : []));
  const current = starts.at(-1) ?? 0;
  const earlier = starts.filter((at) => at < current);
  const from = earlier.length === 0 ? (starts[0] ?? 0) : (earlier.at(-count) ?? earlier[0] ?? 0);
  return new Set(withoutOldRun(window.slice(from), window.slice(current)).map(itemKey));
}
