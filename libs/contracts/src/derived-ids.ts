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
  turn: ({ context }) => {
    const trigger = context['trigger'] as { id: string; version: number };
    return [trigger.id, trigger.version, String(context['agent']), Number(context['generation'])];
  },
  context: ({ context }) => (idOf(context['turn']) === null ? null : [idOf(context['turn']) as string]),
  response: ({ context }) => (idOf(context['turn']) === null ? null : [idOf(context['turn']) as string, 'final']),
  dead_letter: ({ context }) => [
    String(context['durable']),
    (context['event'] as { position: number }).position,
    Number(context['generation'] ?? 0),
  ],
};

/** uuid v5 over the workspace, the identity's name and its key; null where the store should give a fresh id. */
export function derivedId(workspace: string, identity: string, source: IdentitySource): string | null {
  const key = keys[identity];
  if (!key) throw new TypeError(`No identity named ${identity}; the table is in libs/contracts/src/derived-ids.ts`);
  const parts = key(source);
  return parts === null ? null : v5(JSON.stringify([identity, ...parts]), v5(workspace, ROOT));
}

/** The id of a singleton by its natural key: a session, an agent's definition, a consumer's config, a catalog, a schema. */
export function singletonId(
  workspace: string,
  identity: 'session' | 'agent' | 'consumer' | 'catalog' | 'schema',
  name: string,
): string {
  const field = { session: 'name', agent: 'agent', consumer: 'consumer', catalog: 'name', schema: 'defines' }[identity];
  return derivedId(workspace, identity, { context: { [field]: name } }) as string;
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
