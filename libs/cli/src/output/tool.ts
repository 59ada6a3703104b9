import type { ToolConfigV1, ToolDefV1 } from '@crumbtrail/contracts';

/** A tool with all that is known of it. */
export interface ToolDetails {
  readonly version: number;
  readonly definition: ToolDefV1;
  /** Undefined: the catalogue does not have it yet. */
  readonly available: boolean | undefined;
  readonly config: ToolConfigV1 | undefined;
  readonly granted: readonly string[];
}

const INDENT = 2;
const json = (value: unknown): string[] => JSON.stringify(value, null, INDENT).split('\n');

function listFacts({ definition, config, granted, version }: ToolDetails, available: string): [string, string][] {
  const { source, runner, effect, persistence, timeout_ms, concurrency, permissions } = definition;
  const from = (value: unknown, own: unknown, usual: string): string =>
    own === undefined
      ? String(value ?? usual)
      : `${String(own)} (set by an operator; definition: ${String(value ?? usual)})`;
  return [
    ['version', String(version)],
    ['available', available],
    ['source', source ?? 'unknown'],
    ['runner', runner ?? 'tool-runner'],
    ['effect', from(effect, config?.effect, 'repeatable')],
    ['results kept', from(persistence, config?.persistence, 'turn')],
    ['timeout', `${from(timeout_ms, config?.timeout_ms, '30000')} ms`],
    ['concurrency', String(concurrency ?? 4)],
    ['permissions', permissions?.join(', ') || 'none'],
    ['granted to', granted.join(', ') || 'no agents'],
  ];
}

/** A tool as a page: what it is for, how it is run, who may use it, what it takes and gives. */
export function toolLines(tool: ToolDetails, available: string): string[] {
  const { name, title, description, input, output, examples = [] } = tool.definition;
  const facts = listFacts(tool, available);
  const width = Math.max(...facts.map(([label]) => label.length));
  return [
    title === undefined ? name : `${name}: ${title}`,
    ...['', description, ''],
    ...facts.map(([label, value]) => `${label.padEnd(width)}  ${value}`),
    ...['', 'input', ...json(input)],
    ...(output === undefined ? [] : ['', 'output', ...json(output)]),
    ...examples.flatMap((example) => ['', 'example', ...json(example)]),
  ];
}
