import type { RequestTo } from '@crumbtrail/client';
import type { MemoryTier } from '@crumbtrail/contracts/operations/memory-reading';
import type { MemoryHistory } from '@crumbtrail/contracts/http/memory';
import { memoryPlace } from '@crumbtrail/formatting';
import { type Command, Option } from 'commander';
import { declareListed } from '../../listed-commands';
import { CliError } from '../../cli-error';
import { loadAuthorNames } from '../../output/author-names';
import { factLines, memoryListing } from '../../output/memory';
import { parseLimit } from '../../parse-limit';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { findFact } from './find-fact';
import { addForget } from './forget';

interface ListOptions {
  readonly agent?: string;
  readonly about?: string;
  readonly session?: string;
  readonly tier?: MemoryTier;
  readonly limit: string;
  readonly cursor?: string;
}

const FILTERS = ['agent', 'about', 'session', 'tier', 'cursor'] as const;

async function list(shell: Shell, options: ListOptions): Promise<void> {
  const filter = Object.fromEntries(
    FILTERS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
  const page = await shell
    .client()
    .request('GET /v1/memory', { query: { ...filter, limit: parseLimit(options.limit, 500) } });
  shell.printListing(page, memoryListing(page.memories));
  if (page.next_cursor !== undefined && !shell.printsData)
    shell.printNote(`There are more: add --cursor ${page.next_cursor}`);
}

const read = (shell: Shell, id: string): Promise<MemoryHistory> =>
  shell.client().request('GET /v1/memory/:id', { params: { id } });

async function show(shell: Shell, id: string): Promise<void> {
  const history = await read(shell, id);
  const { memory, facts } = history;
  const left = facts.filter(({ present }) => !present).map(({ fact }) => fact);
  shell.print(history, () => [
    `${memory.agent} · ${memoryPlace(memory)} · version ${memory.version}, ${memory.updated_at}`,
    ...(memory.method === undefined
      ? []
      : [memory.method === 'written' ? 'written by a model' : 'extracted without a model']),
    ...(memory.shadow === undefined ? [] : [memory.shadow]),
    '',
    memoryListing([memory]),
    ...(left.length === 0 ? [] : ['', 'No longer in this memory:', memoryListing([{ ...memory, facts: left }])]),
  ]);
}

interface AgentOption {
  readonly agent?: string;
}

async function why(shell: Shell, id: string, { agent }: AgentOption): Promise<void> {
  const listed = await findFact(shell, id, agent);
  const history = await read(shell, listed.memory.id);
  const found = history.facts.find(({ fact }) => fact.id === listed.fact.id);
  if (!found) throw new CliError(`The fact ${listed.fact.id} has just been forgotten.`);
  const nameOf = await loadAuthorNames(shell);
  shell.print({ ...found, memory: history.memory, sources: history.sources }, () => factLines(found, history, nameOf));
}

type FactChangeBody = RequestTo<'PATCH /v1/memory/:id/facts/:fact'>['body'];

/** Changes a fact and prints what was done. */
async function change(
  shell: Shell,
  {
    id,
    agent,
    body,
    done,
  }: AgentOption & { readonly id: string; readonly body: FactChangeBody; readonly done: string },
): Promise<void> {
  const { memory, fact } = await findFact(shell, id, agent);
  const params = { id: memory.id, fact: fact.id };
  const changed = await shell.client().request('PATCH /v1/memory/:id/facts/:fact', {
    params,
    body: { ...body, version: memory.version },
  });
  shell.print(changed, () => [`${done} ${fact.id}.`]);
}

/** The commands that change one fact. */
const CHANGES = [
  { name: 'pin', description: 'keep a fact: it is neither reworded nor dropped', pinned: true },
  { name: 'unpin', description: 'let a fact be reworded and dropped again', pinned: false },
] as const;

const withAgent = (command: Command): Command => command.option('-a, --agent <agent>', 'of this agent');

function addChanges(memory: Command, createShell: ShellFactory): void {
  const editing = withAgent(
    memory.command('edit').description('correct the words of a fact').argument('<fact>').argument('<text>'),
  );
  withCommonOptions(editing).action((id: string, text: string, { agent }: AgentOption) =>
    change(createShell(editing), { id, ...(agent && { agent }), body: { text }, done: 'Edited' }),
  );
  for (const { name, description, pinned } of CHANGES) {
    const command = withAgent(memory.command(name).description(description).argument('<fact>'));
    const done = pinned ? 'Pinned' : 'Unpinned';
    withCommonOptions(command).action((id: string, { agent }: AgentOption) =>
      change(createShell(command), { id, ...(agent && { agent }), body: { pinned }, done }),
    );
  }
}

/** Adds `crumb memory`, which lists, shows, corrects and forgets what agents remember. */
export function addMemory(program: Command, createShell: ShellFactory): void {
  const memory = declareListed(program, 'memory');
  const listing = memory
    .command('list')
    .description(
      'list facts, those of what changed last first; a key that is not an operator’s lists what is known of its own participant',
    )
    .option('-a, --agent <agent>', 'only of this agent')
    .option('--about <participant>', 'only about this participant, such as user:ann')
    .option('-s, --session <session>', 'only the short-term memory of this session')
    .addOption(new Option('--tier <tier>', 'only this memory').choices(['short', 'long']))
    .option('-n, --limit <count>', 'how many memories, up to 500', '50')
    .option('--cursor <cursor>', 'the page after the one that named this cursor');
  withCommonOptions(listing).action((options: ListOptions) => list(createShell(listing), options));
  const showing = memory
    .command('show')
    .description('show a memory with its facts')
    .argument('<memory>', 'breadcrumb ID');
  withCommonOptions(showing).action((id: string) => show(createShell(showing), id));
  const explaining = withAgent(
    memory
      .command('why')
      .description('show what became of a fact, what it rests on, and which answers used it')
      .argument('<fact>'),
  );
  withCommonOptions(explaining).action((id: string, options: AgentOption) => why(createShell(explaining), id, options));
  addChanges(memory, createShell);
  addForget(memory, createShell);
}
