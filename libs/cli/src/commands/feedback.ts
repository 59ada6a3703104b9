import type { FeedbackOptions } from '@crumbtrail/client';
import { AnswerFeedback, asPayload, type Envelope } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { CliError } from '../cli-error';
import { table } from '../output/table';
import { parseLimit } from '../parse-limit';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { ANSWER_ID_HELP, resolveAnswerId } from './resolve-answer';

interface GiveFlags {
  readonly up?: true;
  readonly down?: true;
  readonly score?: string;
  readonly note?: string;
  readonly label?: string[];
  readonly bad?: true;
  readonly limit: string;
}

const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

function parseScore({ up, down, score }: GiveFlags): number | undefined {
  if ([up, down, score].filter((one) => one !== undefined).length > 1)
    throw new CliError('Give one of --up, --down and --score.', 2);
  if (up || down) return up ? 1 : -1;
  if (score === undefined) return undefined;
  const value = score.trim() === '' ? NaN : Number(score);
  if (value >= -1 && value <= 1) return value;
  throw new CliError(`--score must be a number from -1 to 1 (got "${score}").`, 2);
}

async function show(shell: Shell, answer: string): Promise<void> {
  const feedback = await shell.client().feedback.list(answer);
  const rows = feedback.map(({ author, created_at, context: { score, labels = [], note = '' } }) => [
    `${author.kind}:${author.id}`,
    created_at,
    score === undefined ? '' : String(score),
    labels.join(', '),
    note,
  ]);
  shell.print({ feedback }, () => table(['author', 'time', 'score', 'labels', 'note'], rows, 'No feedback.'));
}

/** Says what you think of an answer; without options, shows what people think of it. */
async function give(shell: Shell, given: string, flags: GiveFlags): Promise<void> {
  const answer = await resolveAnswerId(shell, given);
  const score = parseScore(flags);
  const { note, label: labels } = flags;
  if (score === undefined && note === undefined && labels === undefined) return show(shell, answer);
  const options: FeedbackOptions = {
    ...(score !== undefined && { score }),
    ...(note !== undefined && { note }),
    ...(labels && { labels }),
  };
  const feedback = await shell.client().feedback.give(answer, options);
  shell.print(feedback, () => [`Stored as ${feedback.id}.`]);
}

/** The latest feedback of the workspace that the key can see, of each author on each answer. */
async function list(shell: Shell, { bad, limit }: GiveFlags): Promise<void> {
  const most = parseLimit(limit, 500);
  const found: Envelope[] = [];
  const seen = new Set<string>();
  for await (const crumb of shell.client().all({ schema: AnswerFeedback.name, order: 'desc' })) {
    if (found.length >= most) break;
    const { response, score = 0 } = asPayload(AnswerFeedback.name, crumb.context);
    const key = `${crumb.author.kind}:${crumb.author.id} ${response.id}`;
    if (!seen.has(key) && (!bad || score < 0)) found.push(crumb);
    seen.add(key);
  }
  const rows = found.map(({ author, context }) => {
    const { response, agent, score, note = '' } = asPayload(AnswerFeedback.name, context);
    return [response.id, agent, `${author.kind}:${author.id}`, score === undefined ? '' : String(score), note];
  });
  shell.print({ feedback: found }, () => table(['answer', 'agent', 'author', 'score', 'note'], rows, 'No feedback.'));
}

/** Adds `crumb feedback`. */
export function addFeedback(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'feedback')
    .argument('[answer]', `${ANSWER_ID_HELP} (default: list the latest feedback)`)
    .option('--up', 'good: a score of 1')
    .option('--down', 'bad: a score of -1')
    .option('--score <number>', 'from -1 to 1')
    .option('--note <text>', 'why')
    .option('--label <label>', 'a label; repeat for more', collect)
    .option('--bad', 'list only scores below 0')
    .option('-n, --limit <count>', 'list at most so many', '50');
  withCommonOptions(command).action((answer: string | undefined, flags: GiveFlags) =>
    answer === undefined ? list(createShell(command), flags) : give(createShell(command), answer, flags),
  );
}
