import type { Rerun, RerunAnswer } from '@crumbtrail/contracts/http/reruns';
import { formatDollars } from './dollars';
import { formatDuration } from './duration';

/** One fact of two answers. */
export interface AnswerFact {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const count = (value: number | undefined): string => (value === undefined ? 'unknown' : value.toLocaleString('en-US'));

const RESULTS: Readonly<Record<RerunAnswer['action'], string>> = {
  speak: 'Replied',
  wait: 'Declined to reply',
  stopped: 'Stopped',
  error: 'Failed',
};

const facts: readonly (readonly [name: string, read: (answer: RerunAnswer) => string])[] = [
  ['Result', ({ action, error }) => (error ? `${RESULTS[action]}: ${error.code}` : RESULTS[action])],
  ['Model', ({ model = 'unknown' }) => model],
  ['Context tokens', ({ context_tokens, max_tokens }) => `${count(context_tokens)} of ${count(max_tokens)}`],
  ['Prompt tokens', ({ usage }) => count(usage?.prompt_tokens)],
  ['Reply tokens', ({ usage }) => count(usage?.completion_tokens)],
  ['Cost', ({ usage }) => (usage?.cost_usd === undefined ? 'unknown' : formatDollars(usage.cost_usd))],
  ['Model time', ({ latency_ms }) => (latency_ms === undefined ? 'unknown' : formatDuration(latency_ms))],
  ['Tool calls', ({ tool_calls = 0 }) => count(tool_calls)],
];

/** What the recorded answer and that of a rerun took, fact by fact. */
export function listAnswerFacts({ before, after }: Pick<Rerun, 'before' | 'after'>): AnswerFact[] {
  return facts.map(([name, read]) => ({ name, before: before ? read(before) : 'none', after: read(after) }));
}
