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
  /** Payload field that names who hears its event: a service or an agent. Absent: nobody in particular. */
  readonly recipient?: string;
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
export const DeadLetterReplay = contract<generated.DeadLetterReplayV1>('dead.letter.replay.v1');
export const SchemaDef = contract<generated.SchemaDefV1>('schema.def.v1');
export const ToolDef = contract<generated.ToolDefV1>('tool.def.v1');
export const ToolConfig = contract<generated.ToolConfigV1>('tool.config.v1');
export const AgentStep = contract<generated.AgentStepV1>('agent.step.v1');
export const ToolRequest = contract<generated.ToolRequestV1>('tool.request.v1');
export const ToolStart = contract<generated.ToolStartV1>('tool.start.v1');
export const ToolResponse = contract<generated.ToolResponseV1>('tool.response.v1');
export const ToolTry = contract<generated.ToolTryV1>('tool.try.v1');
export const ToolTried = contract<generated.ToolTriedV1>('tool.tried.v1');
export const ScopeAdvance = contract<generated.ScopeAdvanceV1>('scope.advance.v1');
export const GuardFired = contract<generated.GuardFiredV1>('guard.fired.v1');
export const ModelPrices = contract<generated.ModelPricesV1>('model.prices.v1');
export const Timer = contract<generated.TimerV1>('timer.v1');
export const TimerFired = contract<generated.TimerFiredV1>('timer.fired.v1');
export const Schedule = contract<generated.ScheduleV1>('schedule.v1');
export const ScheduleTick = contract<generated.ScheduleTickV1>('schedule.tick.v1');

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
  DeadLetterReplay,
  SchemaDef,
  ToolDef,
  ToolConfig,
  AgentStep,
  ToolRequest,
  ToolStart,
  ToolResponse,
  ToolTry,
  ToolTried,
  ScopeAdvance,
  GuardFired,
  ModelPrices,
  Timer,
  TimerFired,
  Schedule,
  ScheduleTick,
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
