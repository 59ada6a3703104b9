import { CliError } from './cli-error';

/** Parses the JSON object of --args, the arguments of a tool. Throws CliError. */
export function parseArguments(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (error) {
    throw new CliError(`--args is not valid JSON: ${(error as Error).message}.`, 2);
  }
  throw new CliError(`--args must be a JSON object like '{"expression": "6 * 7"}' (got ${text}).`, 2);
}
