import type { DefinitionConflict, Rerun, RerunAnswer } from '@crumbtrail/client';
import { listAnswerFacts, fieldChangeLines, formatDuration } from '@crumbtrail/formatting';
import { type OutputBlock, table } from './table';

function answerLines(name: string, answer: RerunAnswer | undefined): OutputBlock[] {
  const text = answer?.content ?? answer?.error?.message ?? (answer ? '(no reply)' : '(not answered yet)');
  return [`${name}:`, text, ''];
}

const callRows = ({ calls }: Rerun): string[][] =>
  calls.map(({ tool, input, status, text, not_run }) => [
    tool,
    JSON.stringify(input),
    not_run ? 'not run' : status,
    text,
  ]);

/** Both answers of a rerun, and what each took. */
export function rerunLines(rerun: Rerun): OutputBlock[] {
  const rows = listAnswerFacts(rerun).map(({ name, before, after }) => [name, before, after]);
  const calls = callRows(rerun);
  return [
    ...answerLines('before', rerun.before),
    ...answerLines('after', rerun.after),
    ...table(['', 'before', 'after'], rows, ''),
    ...(calls.length > 0 ? ['', ...table(['tool', 'arguments', 'status', 'result'], calls, '')] : []),
    '',
    `Changes apply to version ${rerun.definition.version} of ${rerun.agent}. The rerun took ${formatDuration(rerun.duration_ms)}.`,
  ];
}

/** Why changes were not saved: what somebody else changed in between. */
export const conflictLines = ({ message, changes }: DefinitionConflict): string[] => [
  message,
  ...fieldChangeLines(changes),
];
