import type { CrumbRules, DraftV1 } from './generated/types';
import type { PayloadTypes } from './generated/payload-types';
import { schemas } from './generated/schemas';
import type { Envelope } from './record';

/** How long crumbs of a schema are kept: forever, some days, or only the latest version. */
export type Retention = CrumbRules['retention'];

/** Rules of an instance or a schema that render a payload as text. See libs/hints. */
export type LlmHints = NonNullable<DraftV1['llm_hints']>;

/** A kind of crumb: its wire name, the JSON Schema of its payload and its rules. `Context` exists only as a type. */
export interface Contract<Context = unknown, Name extends string = string> {
  readonly name: Name;
  readonly rules: CrumbRules;
  readonly schema: object;
  readonly context?: Context;
}

/** A crumb of one contract: `Crumb<typeof UserMessage>`. */
export type Crumb<C extends Contract> = Envelope<NonNullable<C['context']>>;

/** The contract that a schema file declares; its rules are the schema's `x-crumb`. */
export function contract<Name extends keyof PayloadTypes>(name: Name): Contract<PayloadTypes[Name], Name> {
  const schema: { 'x-crumb': unknown } = schemas[name];
  return { name, schema, rules: schema['x-crumb'] as CrumbRules };
}
