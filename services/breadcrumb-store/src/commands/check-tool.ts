import {
  compileJsonCheck,
  findSchemaIssues,
  type Issue,
  type ToolDefV1,
  asPayload,
  ToolDef,
} from '@crumbtrail/contracts';

type JsonObject = Record<string, unknown>;

/** CPU time that checking all examples may take, microseconds: other requests wait for it. */
const MAX_TRIAL_US = 1_000_000;

const prefixPaths = (path: string, issues: readonly Issue[]): Issue[] =>
  issues.map((one) => ({ ...one, path: `${path}${one.path}` }));

function argumentIssues({ input, argument }: ToolDefV1): Issue[] {
  if (argument === undefined) return [];
  const properties = (input['properties'] ?? {}) as JsonObject;
  const rule = { path: '/argument', rule: 'argument' };
  if (!Object.hasOwn(properties, argument))
    return [{ ...rule, message: `is not a property of \`input\`: ${argument}` }];
  const { type = 'string' } = properties[argument] as { type?: string | string[] };
  return [type].flat().includes('string')
    ? []
    : [{ ...rule, message: `must accept a string: ${argument} is of type ${[type].flat().join(' or ')}` }];
}

function shapeIssues(tool: ToolDefV1): Issue[] {
  const { input, output } = tool;
  const issues = prefixPaths('/input', findSchemaIssues(input));
  if (output !== undefined) issues.push(...prefixPaths('/output', findSchemaIssues(output)));
  if (input['type'] !== 'object') {
    issues.push({ path: '/input/type', rule: 'type', message: 'must be "object": arguments have names' });
  }
  return issues.length > 0 ? issues : argumentIssues(tool);
}

function exampleIssues({ input, output, examples = [] }: ToolDefV1): Issue[] {
  const before = process.cpuUsage();
  const inputCheck = compileJsonCheck(input);
  const outputCheck = output === undefined ? undefined : compileJsonCheck(output);
  for (const [index, example] of examples.entries()) {
    const path = `/examples/${index}`;
    const issues = prefixPaths(`${path}/input`, inputCheck.issues(example.input));
    if (outputCheck && 'output' in example) {
      issues.push(...prefixPaths(`${path}/output`, outputCheck.issues(example.output)));
    }
    if (issues.length > 0) return issues;
    if (process.cpuUsage(before).user > MAX_TRIAL_US) {
      return [{ path: '/examples', rule: 'work', message: 'take more than a second to check' }];
    }
  }
  return [];
}

/** Validates a tool: its input and output schemas, its plain argument, and that its examples fit them. */
export function toolIssues(context: JsonObject): Issue[] {
  const tool = asPayload(ToolDef.name, context);
  const shape = shapeIssues(tool);
  return shape.length > 0 ? shape : exampleIssues(tool);
}
