import { describeShownPart, type AccountItem } from '@crumbtrail/contracts';
import { DECISION_REASONS } from '@crumbtrail/contracts/operations/decision-reasons';
import type {
  BuildSummary,
  ChangedItem,
  ContextDiff,
  MovedItem,
} from '@crumbtrail/contracts/operations/recorded-contexts';
import type { BuildConditions, DiffSide } from './diff-side';

const keyOf = ({ id, chunk }: AccountItem): string => `${id}#${chunk ?? 0}`;
const byKey = (items: readonly AccountItem[]): Map<string, AccountItem> =>
  new Map(items.map((item) => [keyOf(item), item]));
const keptOf = ({ items }: DiffSide): AccountItem[] => items.filter(({ decision }) => decision === 'kept');

/** Why a build did not keep an item. */
function explainAbsence(side: DiffSide, rows: ReadonlyMap<string, AccountItem>, item: AccountItem): string {
  const row = rows.get(keyOf(item));
  if (row)
    return row.reason === undefined
      ? DECISION_REASONS[row.decision]
      : `${DECISION_REASONS[row.decision]}: ${row.reason}`;
  const beyond = side.beyond > 0 ? `, or one of the ${side.beyond} not recorded` : '';
  return `was not a candidate${beyond}`;
}

/** The items that only one build kept, with the reason why the other did not. */
function keptOnlyBy(has: DiffSide, lacks: DiffSide): ChangedItem[] {
  const rows = byKey(lacks.items);
  return keptOf(has)
    .filter((item) => rows.get(keyOf(item))?.decision !== 'kept')
    .map((item) => ({ item, cause: explainAbsence(lacks, rows, item) }));
}

/** The longest increasing subsequence of places: items at these places did not move relative to each other, all others did. */
function longestRisingRun(places: readonly number[]): ReadonlySet<number> {
  const tails: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const place of places) {
    const found = tails.findIndex((tail) => tail > place);
    const at = found < 0 ? tails.length : found;
    before.set(place, tails[at - 1]);
    tails[at] = place;
  }
  const stay = new Set<number>();
  for (let place = tails.at(-1); place !== undefined; place = before.get(place)) stay.add(place);
  return stay;
}

/** Items kept by both builds, as pairs in the order of the first build. */
function pairKept(a: DiffSide, b: DiffSide) {
  const inB = new Map(keptOf(b).map((item, at) => [keyOf(item), { item, to: at + 1 }]));
  return keptOf(a).flatMap((item, at) => {
    const other = inB.get(keyOf(item));
    return other ? [{ a: item, b: other.item, from: at + 1, to: other.to }] : [];
  });
}

function findMoved(pairs: ReturnType<typeof pairKept>): MovedItem[] {
  const stay = longestRisingRun(pairs.map(({ to }) => to));
  return pairs
    .filter(({ a, b, to }) => a.section !== b.section || !stay.has(to))
    .map(({ b, from, to }) => ({ item: b, from, to }));
}

const length = (item: AccountItem): string => describeShownPart(item).join(', ') || 'whole';

function explainRewording(a: AccountItem, b: AccountItem): string | null {
  if (a.version !== b.version) return `version ${a.version}, then version ${b.version}`;
  if (length(a) !== length(b)) return `${length(a)}, then ${length(b)}`;
  const differ = a.digest !== undefined && b.digest !== undefined && a.digest !== b.digest;
  return differ ? 'its text was rendered differently' : null;
}

function findReworded(pairs: ReturnType<typeof pairKept>): ContextDiff['reworded'] {
  return pairs.flatMap(({ a, b }) => {
    const cause = explainRewording(a, b);
    return cause === null ? [] : [{ a, b, cause }];
  });
}

function compareTokens(a: DiffSide, b: DiffSide): ContextDiff['tokens'] {
  const sections = [...new Set([...Object.keys(a.by_section), ...Object.keys(b.by_section)])];
  const by_section = sections.map((name) => [name, { a: a.by_section[name] ?? 0, b: b.by_section[name] ?? 0 }]);
  return { a: a.tokens, b: b.tokens, change: b.tokens - a.tokens, by_section: Object.fromEntries(by_section) };
}

function compareConditions(a: BuildConditions, b: BuildConditions): string[] {
  const names = Object.keys(a) as (keyof BuildConditions)[];
  return names.filter((name) => a[name] !== b[name]).map((name) => `${name}: ${a[name]}, then ${b[name]}`);
}

function summary({ id, agent, position, config_hash, tokens }: DiffSide): BuildSummary {
  return { ...(id === undefined ? {} : { id }), agent, position, config_hash, tokens };
}

/**
 * Compares two builds: items that only one of them has, with the reason, items that moved or read differently, and the conditions in
 * which the builds differ. A build compared with itself has no differences.
 */
export function diffBuilds(a: DiffSide, b: DiffSide): ContextDiff {
  const pairs = pairKept(a, b);
  return {
    a: summary(a),
    b: summary(b),
    added: keptOnlyBy(b, a),
    removed: keptOnlyBy(a, b),
    moved: findMoved(pairs),
    reworded: findReworded(pairs),
    tokens: compareTokens(a, b),
    causes: compareConditions(a.conditions, b.conditions),
  };
}
