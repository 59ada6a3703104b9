import { LARGEST_BUDGET, SMALLEST_BUDGET, type ContextConfigV1 } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { CliError } from '../../cli-error';
import { loadText } from '../../load-text';
import type { Shell } from '../../shell';

/** The options that override a build, as given on the command line. */
export interface RebuildFlags {
  readonly asOf?: string;
  readonly budget?: string;
  readonly config?: string;
}

/** The overrides of a build, as the gateway expects them. */
export interface RebuildRequest {
  readonly as_of?: number;
  readonly budget?: { readonly max_tokens: number };
  readonly config?: Omit<ContextConfigV1, 'consumer'>;
}

/** Parses the whole number of an option. Throws CliError. */
export function parseWholeNumber(text: string, option: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CliError(`${option} must be a whole number (got "${text}").`, 2);
}

/** Parses a budget in tokens. Throws CliError outside the limits of budgets. */
export function parseBudgetOption(text: string, option: string): number {
  const tokens = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (tokens >= SMALLEST_BUDGET && tokens <= LARGEST_BUDGET) return tokens;
  const limits = `${SMALLEST_BUDGET} to ${LARGEST_BUDGET.toLocaleString('en-US')}`;
  throw new CliError(`${option} must be a whole number of tokens from ${limits} (got "${text}").`, 2);
}

async function parsePosition(shell: Shell, asOf: string): Promise<number> {
  return asOf === 'now' ? (await shell.client().list({ limit: 1 })).position : parseWholeNumber(asOf, '--as-of');
}

function readConfig(file: string): Omit<ContextConfigV1, 'consumer'> {
  const text = loadText(file, '--config');
  try {
    return JSON.parse(text) as Omit<ContextConfigV1, 'consumer'>;
  } catch (error) {
    throw new CliError(`--config: cannot read ${file} as JSON: ${(error as Error).message}`, 2);
  }
}

/** Adds the options that override the settings of a build. */
export function withRebuildSettings(command: Command): Command {
  return command
    .option('-b, --budget <tokens>', 'maximum tokens of the context, from 64 to 1,000,000')
    .option('--config <file>', 'JSON file with a context.config.v1, without its consumer');
}

/** Adds the options that override a build. */
export function withRebuildFlags(command: Command): Command {
  return withRebuildSettings(command).option('--as-of <position>', 'build as of a log position, or now');
}

/** Converts the options to a request. Throws CliError on invalid values. */
export async function readRebuildFlags(shell: Shell, { asOf, budget, config }: RebuildFlags): Promise<RebuildRequest> {
  return {
    ...(asOf === undefined ? {} : { as_of: await parsePosition(shell, asOf) }),
    ...(budget === undefined ? {} : { budget: { max_tokens: parseBudgetOption(budget, '--budget') } }),
    ...(config === undefined ? {} : { config: readConfig(config) }),
  };
}
