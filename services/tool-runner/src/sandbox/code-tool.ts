import type { ToolDefV1 } from '@crumbtrail/contracts';
import { ToolError, type Tool } from '@crumbtrail/tool-runtime';
import type { FetchRules } from '../web/ruled-fetch';
import { fetchForProgram } from './fetch-for-program';
import type { SandboxLimits } from './program';
import { runInSandbox } from './run-in-sandbox';
import type { SecretLookup } from './secret-lookup';

/** What the operator allows the code of tools. */
export interface CodeSettings {
  readonly rules: FetchRules;
  readonly secretOf: SecretLookup;
}

const MEMORY_MB = 32;
const OUTPUT_KB = 64;
const FETCHES = 8;
const MB = 1024 * 1024;

/** A program ends a little before its run does, so that its log is kept; at most so many milliseconds. */
const MOST_MARGIN_MS = 250;

const limitsOf = ({ limits = {} }: ToolDefV1, timeoutMs: number): SandboxLimits => ({
  timeoutMs: Math.ceil(timeoutMs - Math.min(MOST_MARGIN_MS, timeoutMs / 4)),
  memoryBytes: (limits.memory_mb ?? MEMORY_MB) * MB,
  outputBytes: (limits.output_kb ?? OUTPUT_KB) * 1024,
  fetches: limits.fetches ?? FETCHES,
});

/**
 * The tool of a definition with `code`. Its clock is the time of the request and its random numbers are drawn from the request's id, so that a run that fetches nothing
 * gives the same result whenever it is repeated.
 */
export function createCodeTool(definition: ToolDefV1, { rules, secretOf }: CodeSettings): Tool | undefined {
  const { code } = definition;
  if (code === undefined) return undefined;
  return {
    definition,
    run: async (input, { workspace, request, deadline, signal, tell }) => {
      const fetch = fetchForProgram(definition, rules, { workspace, secretOf, tell });
      const now = Date.parse(request.created_at);
      const program = { code, input, now, seed: request.id, limits: limitsOf(definition, deadline - now) };
      const { json, failure, logs } = await runInSandbox(program, { fetch, signal });
      for (const line of logs) tell(line);
      if (failure) throw new ToolError(failure.code, `${definition.name}: ${failure.message}`);
      return JSON.parse(json as string) as unknown;
    },
  };
}
