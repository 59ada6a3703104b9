import { type DefinitionTrial, isApiError, type OpenDraft, TESTED_TURNS } from '@crumbtrail/client';
import { type AgentDefV1, listFieldChanges } from '@crumbtrail/contracts';
import { describeTrial, fieldChangeLines, summarizeTrials } from '@crumbtrail/formatting';
import type { Command } from 'commander';
import { CliError } from '../cli-error';
import { rerunLines } from '../output/rerun';
import type { OutputBlock } from '../output/table';
import { parseLimit } from '../parse-limit';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { toDefinition } from './define-agent';
import type { Json } from './definition-file';
import { findAgent } from './find-agent';

/** The draft of an agent. Throws CliError where there is none, or none that this key may read. */
export async function requireDraft(shell: Shell, agent: string): Promise<OpenDraft> {
  const draft = await shell.client().agentDrafts.find(agent);
  if (draft) return draft;
  throw new CliError(`${agent} has no draft. \`crumb agents edit ${agent} --draft\` begins one.`, 2);
}

/** Saves a definition as the draft of its agent, unless somebody else has changed the draft meanwhile. */
export async function saveDraft(shell: Shell, definition: Json, before: OpenDraft | null): Promise<void> {
  const agent = await findAgent(shell, String(definition['agent']));
  const base = before?.base ?? { id: agent.id, version: agent.version };
  const { id, version } = await shell.client().agentDrafts.save(definition as unknown as AgentDefV1, base, before);
  shell.print({ agent: agent.agent, id, version }, () => [
    `Saved the draft of ${agent.agent}. No turn uses it until \`crumb agents publish ${agent.agent}\`.`,
  ]);
}

/** Prints what the draft of an agent changes in its latest version. */
export async function diffDraft(shell: Shell, name: string): Promise<void> {
  const agent = await findAgent(shell, name);
  const { definition } = await requireDraft(shell, name);
  const changes = listFieldChanges(toDefinition(agent), definition);
  const nothing = [`The draft of ${name} is the same as version ${agent.version}.`];
  shell.print({ agent: name, from: agent.version, changes }, () =>
    changes.length > 0 ? fieldChangeLines(changes) : nothing,
  );
}

interface PublishFlags {
  readonly overwrite?: boolean;
}

async function publish(shell: Shell, name: string, { overwrite = false }: PublishFlags): Promise<void> {
  const draft = await requireDraft(shell, name);
  const published = await shell
    .client()
    .agentDrafts.publish(draft, { overwrite })
    .catch((error: unknown) => {
      if (!isApiError(error, 412)) throw error;
      const help = `See \`crumb agents diff ${name} --draft\`; --overwrite publishes over it.`;
      throw new CliError(`${error.message} ${help}`);
    });
  shell.print(published, () => [`Published the draft of ${name} as version ${published.version}.`]);
}

async function discard(shell: Shell, name: string): Promise<void> {
  const draft = await requireDraft(shell, name);
  const { id, version } = await shell.client().agentDrafts.discard(draft);
  shell.print({ agent: name, id, version }, () => [`Discarded the draft of ${name}.`]);
}

const trialLines = ({ response, rerun, error }: DefinitionTrial): OutputBlock[] => [
  `turn ${response.context.turn?.id ?? response.id} of ${response.created_at}`,
  ...(rerun ? [...rerunLines(rerun), describeTrial(rerun)] : [error?.message ?? '']),
  '',
];

/** Each costs a turn. */
const MOST_TESTED = 50;

interface TestFlags {
  readonly limit: string;
}

/** Runs the last turns of an agent again with its draft. */
async function test(shell: Shell, name: string, flags: TestFlags): Promise<void> {
  const { definition } = await requireDraft(shell, name);
  const { turns } = shell.client();
  const replies = await turns.lastReplies(name, parseLimit(flags.limit, MOST_TESTED));
  if (replies.length === 0) throw new CliError(`${name} has no turns yet to test its draft with.`);
  const trials: DefinitionTrial[] = [];
  for await (const trial of turns.tryDefinition(definition, replies)) {
    trials.push(trial);
    const { response, rerun, error } = trial;
    shell.print({ response: response.id, ...(rerun ? { rerun } : { error: error?.message }) }, () => trialLines(trial));
  }
  shell.printNote(summarizeTrials(trials));
}

/** Adds `crumb agents test`, `publish` and `discard`, which are about drafts. */
export function addAgentDrafts(agents: Command, createShell: ShellFactory): void {
  const testing = agents
    .command('test')
    .description('run the last turns of an agent again with its draft, in no session (operators only)')
    .argument('<agent>')
    .option('-n, --limit <number>', 'how many turns', String(TESTED_TURNS));
  withCommonOptions(testing).action((agent: string, flags: TestFlags) => test(createShell(testing), agent, flags));
  const publishing = agents
    .command('publish')
    .description('make the draft of an agent its definition, from the next turn on')
    .argument('<agent>')
    .option('--overwrite', 'over changes of the definition since the draft was begun');
  withCommonOptions(publishing).action((agent: string, flags: PublishFlags) =>
    publish(createShell(publishing), agent, flags),
  );
  const discarding = agents.command('discard').description('discard the draft of an agent').argument('<agent>');
  withCommonOptions(discarding).action((agent: string) => discard(createShell(discarding), agent));
}
