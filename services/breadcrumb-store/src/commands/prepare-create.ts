import {
  SchemaDef,
  UserMessage,
  TOOL_RUNNER,
  contentHash,
  contracts,
  derivedId,
  refuse,
  requireSafe,
  validateContext,
  validateDraft,
  type CrumbAuthor,
  type Contract,
  type Draft,
  type Issue,
  type Write,
} from '@crumbtrail/contracts';
import { runTimeContract } from '../schemas/run-time-contract';
import { checkDefinition } from './check-definition';
import { BLANK_MESSAGE } from './check-message';
import type { PreparedCreate } from './commands';
import type { TryHints } from '../hint-trials/hint-trial';
import type { AuthenticatedCaller } from '../identity/caller';
import { otherSpellings } from './other-spellings';
import { invalid, requireSmall } from './require-storable';
import { requireDefinitionOwner } from '../identity/agent-services';
import { isPublishedSchema } from '../schemas/definition-id';

interface CreateOptions {
  readonly caller: AuthenticatedCaller;
  readonly imported: boolean;
  newId(): string;
  readonly tryHints: TryHints;
}

/** A schema that is not published may have a definition in the workspace; only the writer knows its current version. */
function contractOf(draft: Draft): Contract {
  const shape = [
    ...otherSpellings(draft, draft.schema_name === SchemaDef.name),
    ...validateDraft(draft).filter(({ path }) => path !== '/ttl'),
  ];
  if (shape.length > 0) throw invalid('Invalid crumb.', shape);
  return contracts.get(draft.schema_name) ?? runTimeContract(draft.schema_name);
}

const NONE: readonly string[] = [];

const onlyImported = (field: string): Issue => ({
  path: `/${field}`,
  rule: 'imported-only',
  message: 'is set by the store, except for imported history',
});

function contextIssues(draft: Draft, contract: Contract): Issue[] {
  if (!isPublishedSchema(contract.name)) return [];
  const found = validateContext(contract.name, draft.context);
  // A schema is checked by its trial.
  const isChecked = found.length > 0 || contract.name === SchemaDef.name;
  const issues = isChecked ? found : checkDefinition(contract.name, draft.context);
  return issues.map((one) => ({ ...one, path: `/context${one.path}` }));
}

/** A crumb whose payload names its session belongs to that one and no other. */
function sessionIssues({ session, context }: Draft, { rules }: Contract): Issue[] {
  if (rules.session === undefined || session === undefined || session === context[rules.session]) return [];
  const message = `must be the session that context.${rules.session} names; leave it out`;
  return [{ path: '/session', rule: 'session', message }];
}

/** The author that an import names; undefined for a draft that brings at most a name. */
const wholeAuthor = ({ author }: Draft): CrumbAuthor | undefined =>
  author !== undefined && 'kind' in author ? author : undefined;

/** Why the name that a draft brings cannot be that of its author; the name of a key is the only one of its holder. */
function nameIssues({ author }: Draft, { caller: { participant, name } }: CreateOptions): Issue[] {
  if (author?.name === undefined || author.name === name) return [];
  const isPerson = participant.kind === 'user' || participant.kind === 'operator';
  if (isPerson && name === undefined) return [];
  const message = isPerson
    ? `must be ${name}, the name of this key; leave it out`
    : `is the name of a person, and this is written by the ${participant.kind} ${participant.id}; leave it out`;
  return [{ path: '/author/name', rule: 'author-name', message }];
}

/** Only a message that was sent with the key of a chat program may say so, because agents then take its instructions. */
function clientIssues({ schema_name, context }: Draft, { caller, imported }: CreateOptions): Issue[] {
  if (schema_name !== UserMessage.name || context['from_client'] !== true || imported || caller.client) return [];
  const message = 'is set for keys that are marked `client` only; leave it out';
  return [{ path: '/context/from_client', rule: 'client-key', message }];
}

/** Fields that only imported history may have. */
function importedIssues(draft: Draft, options: CreateOptions): Issue[] {
  if (options.imported) return [];
  return [
    ...(wholeAuthor(draft) ? [onlyImported('author')] : nameIssues(draft, options)),
    ...(draft.occurred_at === undefined ? [] : [onlyImported('occurred_at')]),
  ];
}

/** An audience of nobody is a mistake of whoever calls, unless the schema is for operators alone; services may have reasons, and history is as it was. */
function audienceIssues({ audience }: Draft, { rules }: Contract, { caller, imported }: CreateOptions): Issue[] {
  const isEmpty = Array.isArray(audience) && audience.length === 0;
  const isForOperators = Array.isArray(rules.audience) && rules.audience.length === 0;
  if (!isEmpty || isForOperators || caller.role === 'service' || imported) return [];
  const message = 'is empty, so that nobody is meant to read it: name who may, such as user:ann, or leave it out';
  return [{ path: '/audience', rule: 'audience', message }];
}

/** History is as it was, also where a message shows nothing. */
function requireValid(draft: Draft, contract: Contract, options: CreateOptions): void {
  const { tryHints } = options;
  const issues = [
    ...contextIssues(draft, contract).filter(({ rule }) => !options.imported || rule !== BLANK_MESSAGE),
    ...sessionIssues(draft, contract),
    ...importedIssues(draft, options),
    ...clientIssues(draft, options),
    ...audienceIssues(draft, contract, options),
  ];
  const message = `Invalid ${contract.name}.`;
  if (issues.length > 0) throw invalid(message, issues);
  if (contract.name === SchemaDef.name) tryHints({ kind: 'schema', context: draft.context }, message);
  const { llm_hints } = draft;
  if (llm_hints)
    tryHints({ kind: 'crumb', llm_hints, crumb: { ...draft, author: wholeAuthor(draft), schema_hints: {} } }, message);
}

/** The id that a payload field such as `turn` names; undefined where the schema names no such field, or the field is absent. */
const idIn = (context: Record<string, unknown>, field: string | undefined): string | undefined =>
  field === undefined ? undefined : (context[field] as { id: string } | undefined)?.id;

function turnIdOf(draft: Draft, contract: Contract, { imported }: CreateOptions): string | undefined {
  const field = contract.rules.belongs_to?.turn;
  if (field === undefined) return undefined;
  const id = idIn(draft.context, field);
  const rule = { path: `/context/${field}`, rule: 'turn' };
  if (imported && id !== undefined) {
    throw invalid('Imported history has no turns.', [{ ...rule, message: 'must be left out' }]);
  }
  if (!imported && id === undefined) {
    throw invalid(`A ${contract.name} belongs to a turn.`, [{ ...rule, message: 'must name the turn' }]);
  }
  return id?.toLowerCase();
}

/** Null stands for the agent of the turn, which only the writer knows. */
function authorOf(draft: Draft, { rules }: Contract, { caller, imported }: CreateOptions): CrumbAuthor | null {
  const whole = imported ? wholeAuthor(draft) : undefined;
  if (whole) return whole;
  const writer = caller.role === 'service' ? `service:${caller.principal}` : caller.role;
  if (!imported && rules.on_behalf?.includes(writer)) return null;
  const name = caller.name ?? draft.author?.name;
  return { ...caller.participant, ...(name === undefined ? {} : { name }) };
}

function requireWriter(contract: Contract, author: CrumbAuthor | null, { caller, imported }: CreateOptions): void {
  const { writers, importable } = contract.rules;
  if (imported && !importable)
    throw refuse('wrong_writer', `Crumbs of the schema ${contract.name} cannot be imported as history.`);
  const kinds = author === null ? ['agent'] : [author.kind, `${author.kind}:${author.id}`];
  if (caller.role === 'operator' && !imported) kinds.push('operator');
  // It may write as a tool, for a tool request; the writer checks that there is one.
  if (caller.role === 'service' && caller.principal === TOOL_RUNNER) kinds.push('tool');
  if (kinds.some((kind) => writers.includes(kind))) return;
  const who = author === null ? caller.principal : `${author.kind} ${author.id}`;
  throw refuse('wrong_writer', `A ${contract.name} is written by ${writers.join(' or ')}, not by ${who}.`);
}

const orNull = <Value>(value: Value | undefined): Value | null => value ?? null;

const iso = (time: string | undefined): string | null => (time === undefined ? null : new Date(time).toISOString());

function derivedIdOf({ context }: Draft, { rules: { identity } }: Contract, workspace: string): string | null {
  return identity === undefined ? null : derivedId(workspace, identity, { context });
}

/** The session of the draft, or the one in its payload if the schema has such a field. */
function sessionOf({ session, context }: Draft, { rules }: Contract): string | null {
  if (session !== undefined || rules.session === undefined) return session ?? null;
  const named = context[rules.session];
  return named === undefined ? null : String(named);
}

/** Checks everything about a draft that needs no state, and gives it its id, hash and author. */
export function prepareCreate(write: Write & { op: 'create' }, how: CreateOptions): PreparedCreate {
  const { draft, blob = null } = write;
  requireSafe(draft);
  requireSmall(draft);
  requireSafe(blob);
  const contract = contractOf(draft);
  const author = authorOf(draft, contract, how);
  requireWriter(contract, author, how);
  requireDefinitionOwner(contract.name, draft.context, how.caller);
  requireValid(draft, contract, how);
  const derived = derivedIdOf(draft, contract, how.caller.workspace);
  return {
    op: 'create',
    id: derived ?? how.newId(),
    schema_name: contract.name,
    has_derived_id: derived !== null,
    turn_id: turnIdOf(draft, contract, how),
    request_id: idIn(draft.context, contract.rules.belongs_to?.tool_request),
    session: sessionOf(draft, contract),
    title: orNull(draft.title),
    tags: draft.tags ?? NONE,
    context: draft.context,
    llm_hints: orNull(draft.llm_hints),
    content_hash: contentHash(draft.context),
    author,
    audience: orNull(draft.audience),
    informs: draft.informs ?? false,
    cause: orNull(draft.cause),
    expires_at: iso(draft.expires_at),
    occurred_at: iso(draft.occurred_at),
    blob,
  };
}
