import type { Approval } from '@crumbtrail/client';
import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { CliError } from '../cli-error';
import { nameColumn } from '../output/listing';
import { approvalLines, verdictLine } from '../output/approval';
import { parseArguments } from '../parse-arguments';
import { parseLimit } from '../parse-limit';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';

interface ListOptions {
  readonly session?: string;
  readonly decided?: true;
  readonly limit: string;
  readonly cursor?: string;
}

interface DecisionOptions {
  readonly reason?: string;
  readonly args?: string;
}

interface AnswerOptions {
  readonly choice?: readonly string[];
  readonly text?: string;
}

async function list(shell: Shell, { session, decided, limit, cursor }: ListOptions): Promise<void> {
  const page = await shell.client().approvals.list({
    limit: parseLimit(limit, 500),
    ...(session !== undefined && { session }),
    ...(decided && { status: 'decided' }),
    ...(cursor !== undefined && { cursor }),
  });
  const rows = page.approvals.map((one) => [
    { id: one.id },
    { time: one.asked_at },
    one.agent,
    one.tool,
    JSON.stringify(one.arguments),
    one.decision ? verdictLine(one) : { time: one.expires_at ?? '?', after: 'waits until' },
  ]);
  const empty = decided ? 'Nothing was decided, or nothing that this key can see.' : 'Nothing to approve.';
  shell.printListing(page, {
    columns: [
      'id',
      { heading: 'asked', optional: true },
      nameColumn('agent'),
      nameColumn('tool'),
      'arguments',
      'status',
    ],
    rows,
    empty,
  });
  if (page.next_cursor !== undefined && !shell.printsData)
    shell.printNote(`There are more: add --cursor ${page.next_cursor}`);
}

async function show(shell: Shell, id: string): Promise<void> {
  const client = shell.client();
  const approval = await client.approvals.read(id);
  shell.print(approval, () => approvalLines(approval, client.gateway.url));
}

async function report(shell: Shell, decided: Promise<Approval>): Promise<void> {
  const approval = await decided;
  shell.print(approval, () => [`${approval.tool} of ${approval.agent}: ${verdictLine(approval)}`]);
}

const withReason = (command: Command): Command =>
  command.argument('<id>', 'as `crumb approvals list` prints it').option('--reason <text>', 'why; the agent reads it');

function addReading(approvals: Command, createShell: ShellFactory): void {
  const listing = approvals
    .command('list', { isDefault: true })
    .description('list what waits, latest first')
    .option('-s, --session <session>', 'only of this session')
    .option('--decided', 'what was decided, instead')
    .option('-n, --limit <count>', 'how many, up to 500', '50')
    .option('--cursor <cursor>', 'the page after the one that named this cursor');
  withCommonOptions(listing).action((options: ListOptions) => list(createShell(listing), options));
  const showing = approvals
    .command('show')
    .description('show what is asked, its cost so far and how to decide')
    .argument('<id>');
  withCommonOptions(showing).action((id: string) => show(createShell(showing), id));
}

function addDeciding(approvals: Command, createShell: ShellFactory): void {
  const approving = withReason(approvals.command('approve').description('let a call run once')).option(
    '-a, --args <json>',
    'other arguments as a JSON object: the tool runs with these',
  );
  withCommonOptions(approving).action((id: string, { reason, args }: DecisionOptions) => {
    const shell = createShell(approving);
    const body = {
      ...(args !== undefined && { arguments: parseArguments(args) }),
      ...(reason !== undefined && { reason }),
    };
    return report(shell, shell.client().approvals.approve(id, body));
  });
  const denying = withReason(approvals.command('deny').description('deny a call, or decline a question'));
  withCommonOptions(denying).action((id: string, { reason }: DecisionOptions) => {
    const shell = createShell(denying);
    return report(shell, shell.client().approvals.deny(id, reason === undefined ? {} : { reason }));
  });
}

function addAnswering(approvals: Command, createShell: ShellFactory): void {
  const answering = approvals
    .command('answer')
    .description('answer a question')
    .argument('<id>')
    .option('-c, --choice <choice...>', 'one of the choices that the question offers, or several')
    .option('--text <text>', 'a text, where the question allows one');
  withCommonOptions(answering).action((id: string, { choice, text }: AnswerOptions) => {
    if (choice === undefined && text === undefined) throw new CliError('Give an answer: --choice or --text.', 2);
    const shell = createShell(answering);
    const body = { ...(choice && { choices: [...choice] }), ...(text !== undefined && { text }) };
    return report(shell, shell.client().approvals.answer(id, body));
  });
}

/** Adds `crumb approvals`, which lists the tool calls that wait for a person, and decides about them. */
export function addApprovals(program: Command, createShell: ShellFactory): void {
  const approvals = declareListed(program, 'approvals');
  addReading(approvals, createShell);
  addDeciding(approvals, createShell);
  addAnswering(approvals, createShell);
}
