import type { Command } from 'commander';
import { CliError } from '../cli-error';
import { triedLines } from '../draw/tried';
import { type Shell, type ShellOf, withCommonOptions } from '../shell';
import { waitMs } from './send';

interface TryOptions {
  readonly args: string;
  readonly wait: string;
  readonly yes?: true;
}

/** An object out of `--args`. */
function argumentsOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (error) {
    throw new CliError(`--args takes a JSON object, and this is no JSON: ${(error as Error).message}.`, 2);
  }
  throw new CliError(`--args takes a JSON object like '{"expression": "6 * 7"}'; ${text} is none.`, 2);
}

async function tryOne(shell: Shell, tool: string, { args, wait, yes }: TryOptions): Promise<void> {
  const wish = { arguments: argumentsOf(args), wait_ms: waitMs(wait), ...(yes ? { confirmed: true } : {}) };
  const client = shell.client();
  const tried = await client.tryTool(tool, wish);
  shell.show(tried, () => triedLines(tried, client.door.url));
  if (tried.result?.context.status === 'error') throw new CliError('');
}

/** `crumb tools try`: run a tool as it runs for an agent, and see what it gives. */
export function addTryTool(tools: Command, shellOf: ShellOf): void {
  const command = tools
    .command('try')
    .description('run a tool as it runs for an agent, outside of any turn; for operators')
    .argument('<name>')
    .option('-a, --args <json>', 'its arguments, a JSON object', '{}')
    .option('-w, --wait <seconds>', 'how long to wait for what it gives', '300')
    .option('-y, --yes', 'yes, also where it does what must not happen twice');
  withCommonOptions(command).action((name: string, options: TryOptions) => tryOne(shellOf(command), name, options));
}
