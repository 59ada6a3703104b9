import type { Approval } from '@crumbtrail/client';
import { participantName } from '@crumbtrail/contracts';
import { formatDollars } from '@crumbtrail/formatting';

const cost = ({ calls, tokens, cost_usd }: Approval['cost']): string =>
  [
    `${calls} model ${calls === 1 ? 'call' : 'calls'}`,
    `${tokens} tokens`,
    ...(cost_usd === undefined ? [] : [formatDollars(cost_usd)]),
  ].join(', ');

function answerText({ choices = [], text }: NonNullable<NonNullable<Approval['decision']>['answer']>): string {
  return [...choices, ...(text === undefined ? [] : [text])].join(', ');
}

/** What was decided, by whom, and why, in one line. */
export function verdictLine({ status, decision }: Approval): string {
  if (!decision) return status;
  const { by, at, reason, timed_out, arguments: changed, answer } = decision;
  const parts = [
    timed_out ? `${status}: nobody decided in time` : `${status} by ${participantName(by)}`,
    `at ${at}`,
    ...(changed ? [`with ${JSON.stringify(changed)}`] : []),
    ...(answer ? [`: ${answerText(answer)}`] : []),
    ...(reason === undefined ? [] : [`(${reason})`]),
  ];
  return parts.join(' ');
}

const row = (name: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`${name.padEnd(10)}${value}`];

/** A word of a command line as a POSIX shell takes it literally. */
const quoteForShell = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** The options that answer a question: one of its choices, or a text where it has none. */
function answerOptions({ choices }: Approval['arguments'] & { readonly choices?: unknown }): string {
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  return typeof first === 'string' ? ` -c ${quoteForShell(first)}` : ` --text 'your answer'`;
}

/** The commands that decide about a call or a question. */
function decisionHints({ id, kind, arguments: input }: Approval): string[] {
  const agree = kind === 'question' ? `answer ${id}${answerOptions(input)}` : `approve ${id}`;
  return [`crumb approvals ${agree}`, `crumb approvals deny ${id} --reason 'why not'`];
}

/** One approval: what is asked, what it has cost so far, and how to decide. */
export function approvalLines(approval: Approval, url: string): string[] {
  const { id, agent, tool, kind, said, session, asked_at, expires_at, on_timeout, deciders, may_decide } = approval;
  return [
    kind === 'question' ? `${agent} asks a person` : `${agent} wants to call ${tool}`,
    JSON.stringify(approval.arguments, null, 2),
    '',
    ...row('status', verdictLine(approval)),
    ...row('said', said),
    ...row('session', session),
    ...row('asked', asked_at),
    ...row('expires', expires_at === undefined ? undefined : `${expires_at} (then: ${on_timeout})`),
    ...row('deciders', deciders.join(', ')),
    ...row('cost', cost(approval.cost)),
    ...row('context', `crumb context explain ${approval.context_id}`),
    ...row('trail', `crumb trace ${approval.trail_id}`),
    ...row('console', `${url}/#/approvals/${id}`),
    ...(may_decide ? ['', ...decisionHints(approval)] : []),
  ];
}
