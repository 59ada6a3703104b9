import type * as generated from './generated/types';
import { schemas } from './generated/schemas';
import type { Audience, Envelope } from './record';

/** How long crumbs of a schema are kept: for ever, some days, or only the latest version. */
export type Retention = { class: 'forever' } | { class: 'days'; days: number } | { class: 'latest' };

/** Instance or schema rules that turn a payload into text. See libs/hints. */
export type LlmHints = NonNullable<generated.DraftV1['llm_hints']>;

/** What a schema says of its crumbs beside their shape. `writers` are author kinds, or `kind:id` for one participant. */
export interface CrumbRules {
  readonly writers: readonly string[];
  readonly retention: Retention;
  readonly audience: Audience;
  /** Row of the table of derived ids; absent where the store gives a fresh uuid v7. */
  readonly identity?: string;
  /** May an operator bring it in as history, with author and occurred_at given? */
  readonly importable: boolean;
  readonly llm_hints: LlmHints;
}

/** A published contract. `Context` lives in the type only. */
export interface Contract<Context = unknown> {
  readonly name: string;
  readonly rules: CrumbRules;
  readonly schema: object;
  readonly context?: Context;
}

/** A crumb of one contract: `Crumb<typeof UserMessage>`. */
export type Crumb<C extends Contract> = Envelope<NonNullable<C['context']>>;

type ContractName = Exclude<keyof typeof schemas, 'envelope.v1' | 'envelope.draft.v1'>;

function contract<Context>(name: ContractName): Contract<Context> {
  const schema: { 'x-crumb': unknown } = schemas[name];
  return { name, schema, rules: schema['x-crumb'] as CrumbRules };
}

export const Session = contract<generated.SessionV1>('session.v1');
export const UserMessage = contract<generated.UserMessageV1>('user.message.v1');
export const AgentDef = contract<generated.AgentDefV1>('agent.def.v1');
export const AgentTurn = contract<generated.AgentTurnV1>('agent.turn.v1');
export const AgentContext = contract<generated.AgentContextV1>('agent.context.v1');
export const AgentResponse = contract<generated.AgentResponseV1>('agent.response.v1');
export const ContextConfig = contract<generated.ContextConfigV1>('context.config.v1');
export const ToolCatalog = contract<generated.ToolCatalogV1>('tool.catalog.v1');
export const DeadLetter = contract<generated.DeadLetterV1>('dead.letter.v1');
export const SchemaDef = contract<generated.SchemaDefV1>('schema.def.v1');

const all: readonly Contract[] = [
  Session,
  UserMessage,
  AgentDef,
  AgentTurn,
  AgentContext,
  AgentResponse,
  ContextConfig,
  ToolCatalog,
  DeadLetter,
  SchemaDef,
];

/** Every published contract by wire name. */
export const contracts: ReadonlyMap<string, Contract> = new Map(all.map((one) => [one.name, one]));

/** `user.message.v2` → `{family: 'user.message', version: 2}`; null when it is no schema name. */
export function parseSchemaName(name: string): { family: string; version: number } | null {
  const found = /^([a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*)\.v([1-9][0-9]*)$/.exec(name);
  return found ? { family: found[1] as string, version: Number(found[2]) } : null;
}

/** Does a subscription to `wanted` take a crumb of `actual`: same family, at least that version? */
export function satisfies(actual: string, wanted: string): boolean {
  const a = parseSchemaName(actual);
  const w = parseSchemaName(wanted);
  return a !== null && w !== null && a.family === w.family && a.version >= w.version;
}
