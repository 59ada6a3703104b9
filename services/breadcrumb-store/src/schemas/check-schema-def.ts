import {
  compileValidator,
  draftSchema,
  findSchemaIssues,
  type Issue,
  type LlmHints,
  type SchemaDefV1,
  asPayload,
  SchemaDef,
} from '@crumbtrail/contracts';
import { checkHints, kernelThreadId, threadCpuMs, tryHints, warnOfHints, type Renderable } from '@crumbtrail/hints';
import { compileDefinition } from './compile-definition';
import { isReservedSchema } from './run-time-contract';

/** Processor time that rendering all examples may take, in milliseconds. */
const MAX_RENDERING_MS = 1_000;
const hintsShape = compileValidator(() => (draftSchema as { properties: { llm_hints: object } }).properties.llm_hints);

type DefinedRetention = NonNullable<SchemaDefV1['retention']>;
type RetentionField = Exclude<keyof DefinedRetention, 'class'>;

/** The fields of each class of retention: the first must be there, others may be. */
const RETENTION_FIELDS: Readonly<Record<DefinedRetention['class'], readonly RetentionField[]>> = {
  forever: [],
  latest: [],
  days: ['days'],
  seconds: ['seconds'],
  use: ['unused_seconds', 'seconds', 'when'],
};
const MISSING: Readonly<Partial<Record<RetentionField, string>>> = {
  days: 'must say how many days crumbs are kept',
  seconds: 'must say for how many seconds crumbs are kept',
  unused_seconds: 'must say for how many seconds a crumb that nobody uses is kept',
};

function retentionIssues(retention: SchemaDefV1['retention']): Issue[] {
  if (retention === undefined) return [];
  const [needed, ...optional] = RETENTION_FIELDS[retention.class];
  const missing = needed !== undefined && retention[needed] === undefined ? [needed] : [];
  const known: readonly string[] = ['class', needed ?? '', ...optional];
  // Definitions of before had `days` beside any class, without effect.
  const strange = Object.keys(retention).filter((field) => !known.includes(field) && field !== 'days');
  return [
    ...missing.map((field) => ({
      path: `/retention/${field}`,
      rule: 'required',
      message: MISSING[field] ?? 'is missing',
    })),
    ...strange.map((field) => ({
      path: `/retention/${field}`,
      rule: 'class',
      message: `has no effect with the class ${retention.class}: leave it out`,
    })),
  ];
}

function nameIssues({ defines, retention }: SchemaDefV1): Issue[] {
  const issues: Issue[] = [];
  if (isReservedSchema(defines))
    issues.push({
      path: '/defines',
      rule: 'reserved',
      message: 'is a name reserved for the system; choose another',
    });
  return [...issues, ...retentionIssues(retention)];
}

const shapeIssues = ({ schema }: SchemaDefV1): Issue[] =>
  findSchemaIssues(schema).map((one) => ({ ...one, path: `/schema${one.path}` }));

const hintShapeIssues = ({ llm_hints }: SchemaDefV1): Issue[] =>
  hintsShape(llm_hints ?? {}).map((one) => ({ ...one, path: `/llm_hints${one.path}` }));

function hintIssues(definition: SchemaDefV1): Issue[] {
  const shape = hintShapeIssues(definition);
  return shape.length > 0 ? shape : checkHints(definition.llm_hints as LlmHints | undefined);
}

function exampleIssues(definition: SchemaDefV1): Issue[] {
  const { validate } = compileDefinition(definition);
  return definition.examples.flatMap((example, index) =>
    validate(example).map((one) => ({ ...one, path: `/examples/${index}${one.path}` })),
  );
}

/** Sample envelope fields, for hints that render them. */
const RECORD = {
  title: 'An example',
  tags: ['example'],
  author: { kind: 'user', id: 'somebody' },
  occurred_at: '2026-01-01T00:00:00.000Z',
  created_at: '2026-01-01T00:00:00.000Z',
} as const;

const exampleCrumb = ({ defines, llm_hints }: SchemaDefV1, context: object): Renderable => ({
  ...RECORD,
  schema_name: defines,
  context,
  schema_hints: (llm_hints ?? {}) as LlmHints,
});

/** The first example that the hints cannot render in time. Slow hints are not tried on the remaining examples. */
function trialIssues(definition: SchemaDefV1): Issue[] {
  const thread = kernelThreadId();
  const before = threadCpuMs(thread);
  for (const [index, context] of definition.examples.entries()) {
    const issues = tryHints(exampleCrumb(definition, context));
    if (issues.length > 0) return issues.map((one) => ({ ...one, message: `${one.message} (example ${index + 1})` }));
    if (threadCpuMs(thread) - before > MAX_RENDERING_MS)
      return [{ path: '/llm_hints', rule: 'work', message: 'take more than a second to render the examples' }];
  }
  return [];
}

/** Validates a schema as far as that takes little work: its name, its JSON Schema, the shape of its hints, and its examples. */
export function checkSchemaShape(context: Record<string, unknown>): Issue[] {
  const definition = asPayload(SchemaDef.name, context);
  const first = [...nameIssues(definition), ...shapeIssues(definition), ...hintShapeIssues(definition)];
  return first.length > 0 ? first : exampleIssues(definition);
}

/** Warnings about hints of a valid definition that show nothing of any of its examples. */
export function warnOfSchemaHints(context: Record<string, unknown>): Issue[] {
  const definition = asPayload(SchemaDef.name, context);
  const [first = [], ...others] = definition.examples.map((example) => warnOfHints(exampleCrumb(definition, example)));
  return first.filter(({ path }) => others.every((warnings) => warnings.some((one) => one.path === path)));
}

/**
 * Validates a schema that is to be published: its name, its JSON Schema, its hints, and that its examples fit the schema and
 * can be rendered. Paths are JSON pointers into the definition.
 */
export function checkSchemaDef(context: Record<string, unknown>): Issue[] {
  const definition = asPayload(SchemaDef.name, context);
  const first = [...nameIssues(definition), ...shapeIssues(definition), ...hintIssues(definition)];
  if (first.length > 0) return first;
  const examples = exampleIssues(definition);
  return examples.length > 0 ? examples : trialIssues(definition);
}
