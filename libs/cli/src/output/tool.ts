import type { ToolConfigV1, ToolDefV1 } from '@crumbtrail/contracts';

/** A tool: its definition, availability, operator settings, and the agents it is granted to. */
export interface ToolDetails {
  readonly version: number;
  readonly definition: ToolDefV1;
  /** Undefined while the tool is not in the catalog yet. */
  readonly available: boolean | undefined;
  readonly config: ToolConfigV1 | undefined;
  readonly granted: readonly string[];
}

const INDENT = 2;
const json = (value: unknown): string[] => JSON.stringify(value, null, INDENT).split('\n');

function listFacts({ definition, config, granted, version }: ToolDetails, available: string): [string, string][] {
  const { source, runner, effect, persistence, timeout_ms, concurrency, permissions } = definition;
  const setting = (defined: unknown, override: unknown, fallback: string): string =>
    override === undefined
      ? String(defined ?? fallback)
      : `${String(override)} (set by an operator; definition: ${String(defined ?? fallback)})`;
  return [
    ['version', String(version)],
    ['available', available],
    ['source', source ?? 'unknown'],
    ['runner', runner ?? 'tool-runner'],
    ['effect', setting(effect, config?.effect, 'repeatable')],
    ['results kept', setting(persistence, config?.persistence, 'turn')],
    ['timeout', `${setting(timeout_ms, config?.timeout_ms, '30000')} ms`],
    ['concurrency', String(concurrency ?? 4)],
    ['permissions', permissions?.join(', ') || 'none'],
    ['granted to', granted.join(', ') || 'no agents'],
  ];
}

/** The details of a tool: description, settings, grants, input and output schema, examples. */
export function toolLines(tool: ToolDetails, available: string): string[] {
  const { name, title, description, input, output, examples = [] } = tool.definition;
  const facts = listFacts(tool, available);
  const width = Math.max(...facts.map(([label]) => label.length));
  return [
    title === undefined ? name : `${name}: ${title}`,
    '',
    description,
    '',
    ...facts.map(([label, value]) => `${label.padEnd(width)}  ${value}`),
    '',
    'input',
    ...json(input),
    ...(output === undefined ? [] : ['', 'output', ...json(output)]),
    ...examples.flatMap((example) => ['', 'example', ...json(example)]),
  ];
}
