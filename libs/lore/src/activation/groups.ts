import type { CompiledEntry } from '../entries/compile-lore';
import type { Evaluation, Triggered } from './evaluation';
import { scoreOf } from './key-gate';
import { drawNumber } from '../draws/draw-number';
import type { ActiveOutcome, GroupDecision } from './verdict';

const DEFAULT_WEIGHT = 100;

/** A group that an entry won. */
export type GroupWin = NonNullable<ActiveOutcome['won']>[number];

/** What is left of the triggered entries after their groups, and what each won. */
export interface GroupResult {
  readonly remaining: readonly Triggered[];
  readonly wins: ReadonlyMap<string, readonly GroupWin[]>;
}

interface Decided {
  readonly winner: Triggered;
  readonly decision: GroupDecision;
  readonly roll?: number;
}

const keyOfTriggered = ({ candidate }: Triggered): string => candidate.key;

/** Leaves at most one entry of each group, over all passes. Entries without a group are not touched. */
export function decideGroups(evaluation: Evaluation, triggered: readonly Triggered[]): GroupResult {
  const wins = new Map<string, GroupWin[]>();
  const out = new Set<string>();
  const labels = new Set(triggered.flatMap(({ candidate }) => candidate.entry.groups ?? []));
  for (const group of labels) {
    const members = triggered.filter(
      (one) => one.candidate.entry.groups?.includes(group) && !out.has(keyOfTriggered(one)),
    );
    const win = decideGroup(evaluation, group, members);
    for (const loser of win?.losers ?? []) out.add(keyOfTriggered(loser));
    if (win?.won) wins.set(win.winner, [...(wins.get(win.winner) ?? []), win.won]);
  }
  return { remaining: triggered.filter((one) => !out.has(keyOfTriggered(one))), wins };
}

interface GroupOutcome {
  readonly winner: string;
  readonly losers: readonly Triggered[];
  readonly won?: GroupWin;
}

function decideGroup(evaluation: Evaluation, group: string, members: readonly Triggered[]): GroupOutcome | null {
  const earlier = evaluation.winners.get(group);
  if (earlier !== undefined) {
    for (const { candidate } of members) rejectNewcomer(evaluation, candidate, { group, to: earlier });
    return { winner: earlier, losers: members };
  }
  if (members.length < 2) return null;
  const { winner, decision, roll } = chooseWinner(evaluation, group, members);
  const to = winner.candidate.entry.id;
  const losers = members.filter((one) => one !== winner);
  const drawn = roll === undefined ? {} : { roll };
  for (const { candidate } of losers) {
    evaluation.reject(candidate, { verdict: 'group_lost', group, to, decision, ...drawn });
  }
  const over = losers.map(({ candidate }) => candidate.entry.id);
  return { winner: keyOfTriggered(winner), losers, won: { group, over, ...drawn } };
}

/** An entry that lost the group in an earlier pass keeps that verdict. */
function rejectNewcomer(evaluation: Evaluation, candidate: CompiledEntry, lost: { group: string; to: string }): void {
  const before = evaluation.rejected.get(candidate.key)?.outcome;
  if (before?.verdict === 'group_lost' && before.group === lost.group) return;
  evaluation.reject(candidate, { verdict: 'group_lost', ...lost, decision: 'earlier_pass' });
}

function chooseWinner(evaluation: Evaluation, group: string, members: readonly Triggered[]): Decided {
  const sticky = members.find(({ cause }) => cause.by === 'sticky');
  if (sticky) return { winner: sticky, decision: 'sticky' };
  const best = dropLowerScores(evaluation, members);
  const first = best[0] as Triggered;
  if (best.length === 1) return { winner: first, decision: 'score' };
  const preferred = best.filter(({ candidate }) => candidate.entry.group_override);
  if (preferred.length === 0) return drawWinner(evaluation, group, best);
  const highest = Math.max(...preferred.map(({ candidate }) => candidate.order));
  const winner = preferred.find(({ candidate }) => candidate.order === highest) as Triggered;
  return { winner, decision: 'override' };
}

/** Entries that are scored and have fewer matching keys than the best of the group lose. */
function dropLowerScores(evaluation: Evaluation, members: readonly Triggered[]): readonly Triggered[] {
  const isScored = ({ entry }: CompiledEntry): boolean =>
    entry.use_group_scoring ?? evaluation.settings.use_group_scoring;
  if (!members.some(({ candidate }) => isScored(candidate))) return members;
  const scores = new Map(members.map((one) => [one, scoreOf(evaluation, one.candidate)]));
  const most = Math.max(...scores.values());
  return members.filter((one) => !isScored(one.candidate) || scores.get(one) === most);
}

/** Draws one entry, with chances by weight. */
function drawWinner(evaluation: Evaluation, group: string, members: readonly Triggered[]): Decided {
  const weightOf = ({ candidate }: Triggered): number => candidate.entry.group_weight ?? DEFAULT_WEIGHT;
  const roll = drawNumber(evaluation.input.seed, 'lore group', `${group} ${evaluation.pass}`);
  const total = members.reduce((sum, one) => sum + weightOf(one), 0);
  let sum = 0;
  for (const one of members) {
    sum += weightOf(one);
    if (roll * total < sum) return { winner: one, decision: 'weight', roll };
  }
  // All weights are 0.
  return { winner: members[Math.floor(roll * members.length)] as Triggered, decision: 'weight', roll };
}
