import { LRUCache } from 'lru-cache';
import { v5 } from 'uuid';
import { published } from './generated/contracts';
import type { schemas } from './generated/schemas';
import type { CrumbRules } from './generated/types';

const ROOT = '5f0c6f0a-8d1d-5c0e-9a60-3d2f6f0b7c11';

/** The input of a derived id: the draft's payload and its workspace. */
export interface IdentitySource {
  readonly context: Record<string, unknown>;
}

type KeyPart = NonNullable<CrumbRules['key']>[number][number];
type ReadPart = (context: Record<string, unknown>) => unknown;

function readerOf(part: KeyPart): ReadPart {
  if (typeof part === 'object' && 'const' in part) return () => part.const;
  const names = (typeof part === 'string' ? part : part.field).split('.');
  const fallback = typeof part === 'string' ? undefined : part.default;
  return (context) => {
    let value: unknown = context;
    for (const name of names) value = (value as Record<string, unknown> | null | undefined)?.[name];
    return value ?? fallback;
  };
}

/** The keys that each identity may have, as the schemas declare them (`x-crumb.key`). */
const keys: ReadonlyMap<string, readonly (readonly ReadPart[])[]> = new Map(
  published.flatMap(({ rules: { identity, key = [] } }) =>
    identity === undefined ? [] : [[identity, key.map((parts) => parts.map(readerOf))] as const],
  ),
);

const isPart = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/**
 * UUID v5 over the workspace, the identity's name and the first of its keys whose parts the payload has. Null when the store assigns a
 * fresh id, for example to an imported response, which belongs to no turn.
 */
export function derivedId(workspace: string, identity: string, { context }: IdentitySource): string | null {
  const alternatives = keys.get(identity);
  if (!alternatives) throw new TypeError(`No schema has the identity ${identity} in its x-crumb`);
  for (const readers of alternatives) {
    const parts = readers.map((read) => read(context));
    if (parts.every(isPart)) return v5(JSON.stringify([identity, ...parts]), v5(workspace, ROOT));
  }
  return null;
}

type Schemas = typeof schemas;

/** An identity with one crumb for each name, which is one field. */
export type Singleton = {
  [Name in keyof Schemas]: Schemas[Name] extends {
    readonly 'x-crumb': {
      readonly singleton: true;
      readonly identity: infer Identity extends string;
      readonly key: readonly [readonly [string]];
    };
  }
    ? Identity
    : never;
}[keyof Schemas];

/** The payload field that names a singleton. */
const nameFields: ReadonlyMap<string, string> = new Map(
  published.flatMap(({ rules: { identity, singleton, key } }) =>
    singleton && identity !== undefined ? [[identity, String(key?.[0]?.[0])] as const] : [],
  ),
);

/** Caches ids, because the same few are derived again and again. Shared by the process: see docs/decisions/0030. */
const known = new LRUCache<string, string>({
  max: 10_000,
  maxSize: 1_000_000,
  sizeCalculation: (id, key) => id.length + key.length,
  memoMethod: (key) => {
    const [workspace, identity, context] = JSON.parse(key) as [string, string, IdentitySource['context']];
    return derivedId(workspace, identity, { context }) as string;
  },
});

const knownId = (workspace: string, identity: string, context: IdentitySource['context']): string =>
  known.memo(JSON.stringify([workspace, identity, context]));

/** The id of a singleton by its natural key: a session, an agent's definition, a consumer's config, a tool, a schedule. */
export function singletonId(workspace: string, identity: Singleton, name: string): string {
  return knownId(workspace, identity, { [nameFields.get(identity) as string]: name });
}

/** What a `scene.v1` applies to: one session, one agent, one agent in one session, or with neither the whole workspace. */
export interface SceneScope {
  readonly session?: string;
  readonly agent?: string;
}

/** The id of the scene of this scope. */
export function sceneId(workspace: string, { session, agent }: SceneScope): string {
  return knownId(workspace, 'scene', { session, agent });
}

/** Whose plan an `agent.plan.v1` is: the agent's in one session, or outside of sessions. */
export interface PlanScope {
  readonly session?: string | undefined;
  readonly agent: string;
}

/** The id of the plan of an agent in a session. */
export function planId(workspace: string, { session, agent }: PlanScope): string {
  return knownId(workspace, 'plan', { session, agent });
}

/** The id of the turn that `agent` takes on one version of one crumb. */
export function turnId(
  workspace: string,
  turn: { agent: string; trigger: { id: string; version: number }; generation: number },
): string {
  return derivedId(workspace, 'turn', { context: { ...turn } }) as string;
}

/** The id of a turn's one terminal response. */
export function responseId(workspace: string, turn: string): string {
  return derivedId(workspace, 'response', { context: { turn: { id: turn } } }) as string;
}

/** The id of a turn's context. */
export function contextId(workspace: string, turn: string): string {
  return derivedId(workspace, 'context', { context: { turn: { id: turn } } }) as string;
}

/** The id of what a response rests on. */
export function groundingId(workspace: string, response: string): string {
  return derivedId(workspace, 'grounding', { context: { response: { id: response } } }) as string;
}

/** The id of one step of a turn; steps count from 1. */
export function stepId(workspace: string, turn: string, step: number): string {
  return derivedId(workspace, 'step', { context: { turn: { id: turn }, step } }) as string;
}

/** The id of the tool request that a step makes; ordinals count from 0. */
export function toolRequestId(workspace: string, turn: string, at: { step: number; ordinal: number }): string {
  return derivedId(workspace, 'tool_request', { context: { turn: { id: turn }, ...at } }) as string;
}

/** The id of a nested tool request, by its name within the parent request. */
export function toolPartId(workspace: string, parent: string, name: string): string {
  return derivedId(workspace, 'tool_request', { context: { parent: { id: parent }, name } }) as string;
}

/** The id of the one response to a tool request. */
export function toolResponseId(workspace: string, request: string): string {
  return derivedId(workspace, 'tool_response', { context: { request: { id: request } } }) as string;
}

/** The id of the record that a tool which must not run twice was started. */
export function toolStartId(workspace: string, request: string): string {
  return derivedId(workspace, 'tool_start', { context: { request: { id: request } } }) as string;
}

/** The id of the one decision about a tool request that waits for approval. */
export function approvalDecisionId(workspace: string, request: string): string {
  return derivedId(workspace, 'approval_decision', { context: { request: { id: request } } }) as string;
}

/** The id of a dead letter's replay as its next generation. */
export function replayId(workspace: string, letter: string, generation: number): string {
  return derivedId(workspace, 'dead_letter_replay', { context: { letter: { id: letter }, generation } }) as string;
}

/** The id of the one record that a dead letter was discarded. */
export function deadLetterDiscardId(workspace: string, letter: string): string {
  return derivedId(workspace, 'dead_letter_discard', { context: { letter: { id: letter } } }) as string;
}

/** The id of the one retry of a turn. */
export function turnRetryId(workspace: string, turn: string): string {
  return derivedId(workspace, 'turn_retry', { context: { turn: { id: turn } } }) as string;
}
