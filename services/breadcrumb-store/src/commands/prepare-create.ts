import {
  contentHash,
  contracts,
  derivedId,
  refuse,
  validateContext,
  validateDraft,
  type Contract,
  type Draft,
  type Issue,
  type Participant,
  type Write,
} from '@crumbtrail/contracts';
import { checkHints, tryHints } from '@crumbtrail/hints';
import { runTimeContract } from '../schemas/run-time-contract';
import { checkDefinition } from './check-definition';
import type { PreparedCreate, PrepareOptions } from './commands';
import type { Caller } from '../identity/caller';
import { invalid, requireSafe, requireSmall } from './require-storable';
import { AGENT_EXECUTOR, requireDefinitionOwner, TOOL_RUNNER } from '../identity/agent-services';
import { isPublishedSchema } from '../schemas/definition-id';

interface CreateOptions {
  readonly caller: Caller;
  readonly imported: boolean;
}

/** A schema that is not published may have a definition in the workspace, which the writer alone sees as it stands. */
function contractOf(draft: Draft): Contract {
  const shape = validateDraft(draft);
  if (shape.length > 0) throw invalid('This is no valid crumb.', shape);
  return contracts.get(draft.schema_name) ?? runTimeContract(draft.schema_name);
}

const NONE: readonly string[] = [];

const onlyImported = (field: string): Issue => ({
  path: `/${field}`,
  rule: 'imported-only',
  message: 'is given by the store, but for imported history',
});

function contextIssues(draft: Draft, contract: Contract): Issue[] {
  if (!isPublishedSchema(contract.name)) return [];
  const found = validateContext(contract.name, draft.context);
  const issues = found.length > 0 ? found : checkDefinition(contract.name, draft.context);
  return issues.map((one) => ({ ...one, path: `/context${one.path}` }));
}

function requireValid(draft: Draft, contract: Contract, { imported }: CreateOptions): void {
  const given = imported ? [] : (['author', 'occurred_at'] as const).filter((field) => draft[field] !== undefined);
  const found = [...contextIssues(draft, contract), ...given.map(onlyImported), ...checkHints(draft.llm_hints)];
  const issues = found.length === 0 && draft.llm_hints ? tryHints({ ...draft, schema_hints: {} }) : found;
  if (issues.length > 0) throw invalid(`This is no valid ${contract.name}.`, issues);
}

/** What belongs to a turn. */
const IN_TURN: ReadonlySet<string> = new Set(['context', 'response', 'step', 'tool_request', 'guard']);
/** What the pool's service leaves for its agents: the author is the agent of the turn. */
const SPOKEN: ReadonlySet<string> = new Set(['response', 'step', 'tool_request', 'guard']);

const idIn = (context: Record<string, unknown>, field: string): string | undefined =>
  (context[field] as { id: string } | undefined)?.id;

function turnIdOf(draft: Draft, contract: Contract, { imported }: CreateOptions): string | undefined {
  if (!IN_TURN.has(contract.rules.identity ?? '')) return undefined;
  const id = idIn(draft.context, 'turn');
  const rule = { path: '/context/turn', rule: 'turn' };
  if (imported && id !== undefined) throw invalid('History has no turns.', [{ ...rule, message: 'must be left out' }]);
  if (!imported && id === undefined) {
    throw invalid(`A ${contract.name} belongs to a turn.`, [{ ...rule, message: 'must name the turn' }]);
  }
  return id?.toLowerCase();
}

/** The tool request that a crumb belongs to: the one it is a part of, or the one it starts or answers. */
function requestIdOf({ context }: Draft, { rules: { identity } }: Contract): string | undefined {
  if (identity === 'tool_request') return idIn(context, 'parent');
  return identity === 'tool_start' || identity === 'tool_response' ? idIn(context, 'request') : undefined;
}

/** Null: the agent of the turn, which the store alone knows. */
function authorOf(draft: Draft, contract: Contract, { caller, imported }: CreateOptions): Participant | null {
  if (imported) return draft.author ?? caller.participant;
  const { identity = '' } = contract.rules;
  const isPool = caller.role === 'service' && caller.principal === AGENT_EXECUTOR;
  const speaks = isPool ? SPOKEN.has(identity) : caller.role === 'operator' && identity === 'response';
  return speaks ? null : caller.participant;
}

function requireWriter(contract: Contract, author: Participant | null, { caller, imported }: CreateOptions): void {
  const { writers, importable } = contract.rules;
  if (imported && !importable)
    throw refuse('wrong_writer', `History of the schema ${contract.name} cannot be brought in.`);
  const kinds = author === null ? ['agent'] : [author.kind, `${author.kind}:${author.id}`];
  if (caller.role === 'operator' && !imported) kinds.push('operator');
  // In the name of a tool, where it is for a request: that is known only later.
  if (caller.role === 'service' && caller.principal === TOOL_RUNNER) kinds.push('tool');
  if (kinds.some((kind) => writers.includes(kind))) return;
  const who = author === null ? caller.principal : `${author.kind} ${author.id}`;
  throw refuse('wrong_writer', `A ${contract.name} is written by ${writers.join(' or ')}, not by ${who}.`);
}

const orNull = <Value>(value: Value | undefined): Value | null => value ?? null;

const iso = (time: string | undefined): string | null => (time === undefined ? null : new Date(time).toISOString());

function idOf(draft: Draft, contract: Contract, workspace: string): string | null {
  const { identity } = contract.rules;
  return identity === undefined ? null : derivedId(workspace, identity, { context: draft.context });
}

/** Checks a draft on everything that needs no state and gives it its id, hash and author. */
export function prepareCreate(
  write: Write & { op: 'create' },
  how: CreateOptions,
  world: PrepareOptions,
): PreparedCreate {
  const { draft, blob = null } = write;
  requireSafe(draft);
  requireSmall(draft);
  requireSafe(blob);
  const contract = contractOf(draft);
  const author = authorOf(draft, contract, how);
  requireWriter(contract, author, how);
  requireDefinitionOwner(contract.name, draft.context, how.caller);
  requireValid(draft, contract, how);
  const derived = idOf(draft, contract, how.caller.workspace);
  const { identity } = contract.rules;
  return {
    op: 'create',
    id: derived ?? world.newId(),
    schema_name: contract.name,
    identity: derived === null ? undefined : identity,
    turn_id: turnIdOf(draft, contract, how),
    request_id: requestIdOf(draft, contract),
    session: draft.session ?? (identity === 'session' ? String(draft.context['name']) : null),
    title: orNull(draft.title),
    tags: draft.tags ?? NONE,
    context: draft.context,
    llm_hints: orNull(draft.llm_hints),
    content_hash: contentHash(draft.context),
    author,
    audience: orNull(draft.audience),
    cause: orNull(draft.cause),
    expires_at: iso(draft.expires_at),
    occurred_at: iso(draft.occurred_at),
    blob,
  };
}
