import type { Command } from 'commander';
import { CliError } from '../cli-error';
import { toolTrialLines } from '../output/tool-trial';
import { parseArguments } from '../parse-arguments';
import { type Shell, type ShellFactory, withCommonOptions } from '../shell';
import { parseWaitMs } from './send';

interface TryOptions {
  readonly args: string;
  readonly wait: string;
  readonly yes?: true;
}

async function tryTool(shell: Shell, tool: string, { args, wait, yes }: TryOptions): Promise<void> {
  const request = { arguments: parseArguments(args), wait_ms: parseWaitMs(wait), ...(yes ? { confirmed: true } : {}) };
  const client = shell.client();
  const trial = await client.tryTool(tool, request);
  shell.print(trial, () => toolTrialLines(trial, client.gateway.url));
  if (trial.result?.context.status === 'error') throw new CliError('');
}

/** Adds `crumb tools try`, which runs a tool as an agent would. */
export function addTryTool(tools: Command, createShell: ShellFactory): void {
  const command = tools
    .command('try')
    .description('run a tool as an agent would, outside of any turn (operators only)')
    .argument('<name>')
    .option('-a, --args <json>', 'arguments as a JSON object', '{}')
    .option('-w, --wait <seconds>', 'how long to wait for the result', '300')
    .option('-y, --yes', 'confirm running a tool with side effects');
  withCommonOptions(command).action((name: string, options: TryOptions) =>
    tryTool(createShell(command), name, options),
  );
}
