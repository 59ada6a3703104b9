import { type Explanation, isRefusal } from '@crumbtrail/client';
import type { Command } from 'commander';
import { CliError } from '../cli-error';
import { explanationLines } from '../draw/explanation';
import { type Shell, type ShellOf, withCommonOptions } from '../shell';

const isContext = ({ schema_name }: { schema_name: string }): boolean => /^agent\.context\.v\d+$/.test(schema_name);

/** A context by its id, or the latest context of a trail by the id of anything in it. */
async function find(shell: Shell, id: string): Promise<Explanation> {
  const client = shell.client();
  try {
    return await client.explain(id);
  } catch (error) {
    if (!isRefusal(error, 404)) throw error;
  }
  const { nodes } = await client.trail(id);
  const context = nodes.findLast(isContext);
  if (!context) throw new CliError(`No context was built in the trail of ${id}.`);
  return client.explain(context.id);
}

async function show(shell: Shell, id: string): Promise<void> {
  const { formatted_context, id: context } = await find(shell, id);
  if (formatted_context === null)
    throw new CliError(`The text of ${context} was erased with a breadcrumb that it quoted.`);
  shell.show({ id: context, formatted_context }, () => [formatted_context]);
}

async function explain(shell: Shell, id: string): Promise<void> {
  const explanation = await find(shell, id);
  shell.show(explanation, () => explanationLines(explanation));
}

/** `crumb context`: what an agent saw, and why. */
export function addContext(program: Command, shellOf: ShellOf): void {
  const context = program.command('context').description('what an agent saw, and why');
  const what = 'a context, or any breadcrumb of its trail';
  const showing = context.command('show').description('the exact text that the agent saw').argument('<id>', what);
  withCommonOptions(showing).action((id: string) => show(shellOf(showing), id));
  const explaining = context
    .command('explain')
    .description('why each item is there, and why the others are not')
    .argument('<id>', what);
  withCommonOptions(explaining).action((id: string) => explain(shellOf(explaining), id));
}
