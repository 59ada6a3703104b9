import { LRUCache } from 'lru-cache';
import { v5 } from 'uuid';

const ROOT = '5f0c6f0a-8d1d-5c0e-9a60-3d2f6f0b7c11';

/** What a derived id may be made of: the draft's payload and cause. */
export interface IdentitySource {
  readonly context: Record<string, unknown>;
}

type Key = (source: IdentitySource) => readonly (string | number)[] | null;

const idOf = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && typeof (value as { id?: unknown }).id === 'string'
    ? (value as { id: string }).id
    : null;

const text =
  (field: string): Key =>
  ({ context }) =>
    typeof context[field] === 'string' ? [context[field]] : null;

/**
 * The table of derived ids: for each identity that a schema may name, the parts of its key. A null key (a turnless,
 * imported response) means a fresh id. Whoever writes the crumb, and however often, gets the same id.
 */
const keys: Readonly<Record<string, Key>> = {
  session: text('name'),
  agent: text('agent'),
  consumer: text('consumer'),
  catalog: text('name'),
  schema: text('defines'),
  tool: text('name'),
  tool_config: text('tool'),
  prices: text('name'),
  schedule: text('name'),
  turn: ({ context }) => {
    const trigger = context['trigger'] as { id: string; version: number };
    return [trigger.id, trigger.version, String(context['agent']), Number(context['generation'])];
  },
  context: ({ context }) => (idOf(context['turn']) === null ? null : [idOf(context['turn']) as string]),
  response: ({ context }) => (idOf(context['turn']) === null ? null : [idOf(context['turn']) as string, 'final']),
  step: ({ context }) => [idOf(context['turn']) as string, Number(context['step'])],
  // A part of another tool's work is named within that request; all others have their place in a turn.
  tool_request: ({ context }) =>
    idOf(context['parent']) === null
      ? [idOf(context['turn']) as string, Number(context['step']), Number(context['ordinal'])]
      : [idOf(context['parent']) as string, String(context['name'])],
  // Whoever tries a tool twice means it twice.
  tool_try: () => null,
  tool_start: ({ context }) => [idOf(context['request']) as string],
  tool_response: ({ context }) => [idOf(context['request']) as string],
  guard: ({ context }) => [idOf(context['turn']) as string, String(context['guard'])],
  fired: ({ context }) => {
    const timer = context['timer'] as { id: string; version: number };
    return [timer.id, timer.version];
  },
  tick: ({ context }) => [idOf(context['schedule']) as string, String(context['due_at'])],
  dead_letter: ({ context }) => [
    String(context['durable']),
    (context['event'] as { position: number }).position,
    Number(context['generation'] ?? 0),
  ],
  dead_letter_replay: ({ context }) => [idOf(context['letter']) as string, Number(context['generation'])],
};

/** uuid v5 over the workspace, the identity's name and its key; null where the store should give a fresh id. */
export function derivedId(workspace: string, identity: string, source: IdentitySource): string | null {
  const key = keys[identity];
  if (!key) throw new TypeError(`No identity named ${identity}; the table is in libs/contracts/src/derived-ids.ts`);
  const parts = key(source);
  return parts === null ? null : v5(JSON.stringify([identity, ...parts]), v5(workspace, ROOT));
}

/** Payload fields that name what exists once in a workspace. */
const SINGLETON_FIELDS = {
  session: 'name',
  agent: 'agent',
  consumer: 'consumer',
  catalog: 'name',
  schema: 'defines',
  tool: 'name',
  tool_config: 'tool',
  prices: 'name',
  schedule: 'name',
} as const;

/** An identity of which there is one crumb for each name. */
export type Singleton = keyof typeof SINGLETON_FIELDS;

/** The same few are asked for again and again. */
const singletons = new LRUCache<string, string>({
  max: 10_000,
  maxSize: 1_000_000,
  sizeCalculation: (id, key) => id.length + key.length,
  memoMethod: (key) => {
    const [workspace, identity, name] = JSON.parse(key) as [string, Singleton, string];
    return derivedId(workspace, identity, { context: { [SINGLETON_FIELDS[identity]]: name } }) as string;
  },
});

/** The id of a singleton by its natural key: a session, an agent's definition, a consumer's config, a tool, a schedule. */
export function singletonId(workspace: string, identity: Singleton, name: string): string {
  return singletons.memo(JSON.stringify([workspace, identity, name]));
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

/** The id of one step of a turn; steps count from 1. */
export function stepId(workspace: string, turn: string, step: number): string {
  return derivedId(workspace, 'step', { context: { turn: { id: turn }, step } }) as string;
}

/** The id of the tool request that a step makes; ordinals count from 0. */
export function toolRequestId(workspace: string, turn: string, at: { step: number; ordinal: number }): string {
  return derivedId(workspace, 'tool_request', { context: { turn: { id: turn }, ...at } }) as string;
}

/** The id of a request that is part of another request's work, by its name within that. */
export function toolPartId(workspace: string, parent: string, name: string): string {
  return derivedId(workspace, 'tool_request', { context: { parent: { id: parent }, name } }) as string;
}

/** The id of the one response to a tool request. */
export function toolResponseId(workspace: string, request: string): string {
  return derivedId(workspace, 'tool_response', { context: { request: { id: request } } }) as string;
}

/** The id of the note that a tool which must not run twice was started. */
export function toolStartId(workspace: string, request: string): string {
  return derivedId(workspace, 'tool_start', { context: { request: { id: request } } }) as string;
}

/** The id of the replay of a dead letter as its next generation. */
export function replayId(workspace: string, letter: string, generation: number): string {
  return derivedId(workspace, 'dead_letter_replay', { context: { letter: { id: letter }, generation } }) as string;
}
