import { contracts, mayRead, refuse, type Participant, type Written } from '@crumbtrail/contracts';
import { requireFence } from './claims';
import { insert, type Cause, type NewCrumb } from './insert';
import type { Caller, CommitJob, PreparedCreate } from './jobs';
import type { Ledger } from './ledger';
import { audienceOf, audienceTokens, keyOf, type CrumbRecord, type TurnRecord } from './records';
import { isPublished, schemaOf, type SchemaOf } from './schema-of';
import { invalid } from './limits';
import { causeOfResponse, responseAudience, turnAudience } from './store-crumbs';
import { closeTurn } from './turns';

/** May the caller see this crumb? Stations and operators see all of their workspace. */
export function canSee(caller: Caller, crumb: CrumbRecord): boolean {
  const author = { kind: crumb.author_kind, id: crumb.author_id };
  const operator = caller.role === 'operator' || caller.role === 'station';
  return mayRead({ audience: audienceOf(crumb.audience), author }, { participant: caller.participant, operator });
}

const agentOf = (turn: TurnRecord): Participant => ({ kind: 'agent', id: turn.agent });

/** Crumbs that exist once for what they name and may be changed: the same content again is the same crumb. */
const SINGLETONS: ReadonlySet<string> = new Set(['session', 'agent', 'consumer', 'catalog', 'schema']);

function existing(
  write: PreparedCreate,
  known: CrumbRecord,
  { author, ...how }: { author: Participant; exact: boolean },
): Written {
  const sameContent = known.content_hash === write.content_hash;
  const sameAuthor = known.author_kind === author.kind && known.author_id === author.id;
  const same = SINGLETONS.has(write.identity ?? '') ? sameContent : sameAuthor && (sameContent || !how.exact);
  if (known.erased_at !== null) throw refuse('erased', `The crumb ${known.id} was erased and cannot be written again.`);
  if (same) return { id: known.id, version: known.version, position: known.position, existed: true };
  if (write.identity === 'response') {
    throw refuse('turn_closed', `The turn ${write.turn_id} was ended by ${known.author_kind} ${known.author_id}.`);
  }
  throw refuse('id_conflict', `There is a ${write.schema_name} of that name, ${known.id}; change it with PATCH.`, {
    details: { id: known.id, version: known.version },
  });
}

function turnOf(write: PreparedCreate, caller: Caller, ledger: Ledger): TurnRecord | null {
  if (write.turn_id === undefined) return null;
  const turn = ledger.turns.get(keyOf(caller.workspace, write.turn_id));
  if (!turn) throw refuse('not_found', `No turn ${write.turn_id} in this workspace.`);
  return turn;
}

/** Only its agent answers a turn. Stations speak for agents of the pool, operators for those that run in a loop of their own. */
function authorOf(write: PreparedCreate, turn: TurnRecord | null, { role }: Caller): Participant {
  if (turn === null || write.identity !== 'response') return write.author as Participant;
  const spokenFor = turn.runner === (role === 'station' ? 'pool' : 'service');
  const author = write.author ?? (spokenFor ? agentOf(turn) : null);
  if (author?.kind === 'agent' && author.id === turn.agent) return author;
  throw refuse(
    'wrong_writer',
    `The turn ${turn.id} is for ${turn.agent} (${turn.runner}) to answer, and for nobody else.`,
  );
}

function givenCause(write: PreparedCreate, caller: Caller, ledger: Ledger): Cause | null {
  if (write.cause === null) return null;
  const { id, version } = write.cause;
  const crumb = ledger.crumbs.get(keyOf(caller.workspace, id));
  if (!crumb || !canSee(caller, crumb) || (version ?? 1) > crumb.version) {
    throw refuse('not_found', `No crumb ${id}${version ? `, version ${version},` : ''} to be the cause.`);
  }
  return { id, version: version ?? crumb.version, trail_id: crumb.trail_id, hop: crumb.hop };
}

type Bound = Pick<NewCrumb, 'cause' | 'audience' | 'session' | 'recipient' | 'traceparent'>;

/** What a crumb of a turn takes from it. */
function fromTurn(write: PreparedCreate, turn: TurnRecord, ledger: Ledger): Bound {
  const { session, traceparent, trail_id, hop } = turn;
  const bySchema = audienceTokens(contracts.get(write.schema_name)?.rules.audience ?? 'agents');
  if (write.identity === 'response') {
    const audience = responseAudience(turn, bySchema);
    return { session, traceparent, audience, cause: causeOfResponse(turn, ledger), recipient: null };
  }
  const cause = { id: turn.id, version: 1, trail_id, hop };
  const recipient = turn.runner === 'service' ? turn.agent : 'pool';
  return { session, traceparent, cause, recipient, audience: turnAudience(turn, [turn.agent]) };
}

function fromDraft(write: PreparedCreate, job: CommitJob, ledger: Ledger, schema: SchemaOf): Bound {
  return {
    cause: givenCause(write, job.caller, ledger),
    audience: audienceTokens(write.audience ?? schema.audience),
    session: write.session,
    traceparent: job.traceparent,
    recipient: null,
  };
}

/** A text that was made from what has been erased since must not be kept; whoever made it makes it anew without. */
function keepBlob(write: PreparedCreate, workspace: string, ledger: Ledger): void {
  if (write.blob === null) return;
  const gone = write.blob.quotes.find(({ id }) => ledger.crumbs.get(keyOf(workspace, id))?.erased_at !== null);
  if (gone) throw refuse('unavailable', `The crumb ${gone.id} was erased while this was made of it; make it again.`);
  ledger.blobs.push({ workspace, crumb_id: write.id, ...write.blob });
}

function newCrumb(
  write: PreparedCreate,
  job: CommitJob,
  now: string,
  { author, bound, schema }: { author: Participant; bound: Bound; schema: SchemaOf },
): NewCrumb {
  return {
    workspace: job.caller.workspace,
    id: write.id,
    schema_name: write.schema_name,
    session: bound.session,
    title: write.title,
    tags: write.tags,
    context: write.context,
    llm_hints: write.llm_hints,
    content_hash: write.content_hash,
    author,
    audience: bound.audience,
    cause: bound.cause,
    imported: job.imported,
    occurred_at: write.occurred_at,
    expires_at: write.expires_at ?? expiryBySchema(schema, now),
    traceparent: job.traceparent ?? bound.traceparent,
    recipient: bound.recipient,
  };
}

/** What the schema says of the crumb. Payloads of published contracts were checked before; of others only here is the definition known. */
function requireSchema({ schema_name, context }: PreparedCreate, workspace: string, ledger: Ledger): SchemaOf {
  const schema = schemaOf(workspace, schema_name, ledger);
  if (isPublished(schema_name)) return schema;
  const issues = schema.validate(context).map((one) => ({ ...one, path: `/context${one.path}` }));
  if (issues.length > 0) throw invalid(`This is no valid ${schema_name}.`, issues);
  return schema;
}

/** Creates a crumb, or finds that it is there. Of a derived id there is never a second crumb. */
export function create(write: PreparedCreate, job: CommitJob, ledger: Ledger): Written {
  const { caller } = job;
  const turn = turnOf(write, caller, ledger);
  const author = authorOf(write, turn, caller);
  const answers = write.identity === 'response' && turn !== null;
  const known = ledger.crumbs.get(keyOf(caller.workspace, write.id));
  // A station may have run a turn twice, which is nobody's second answer; a loop that says something else is told so.
  if (known) return existing(write, known, { author, exact: answers && caller.role !== 'station' });
  if (turn !== null && turn.state !== 'open') throw refuse('turn_closed', `The turn ${turn.id} is not open.`);
  requireFence(job, ledger, answers ? turn.id : undefined);
  const schema = requireSchema(write, caller.workspace, ledger);
  const bound = turn === null ? fromDraft(write, job, ledger, schema) : fromTurn(write, turn, ledger);
  keepBlob(write, caller.workspace, ledger);
  const { position } = insert(ledger, newCrumb(write, job, ledger.now, { author, bound, schema }));
  if (answers) closeTurn(ledger, turn, { id: write.id, action: String(write.context['action']) });
  return { id: write.id, version: 1, position, existed: false };
}

const DAY_MS = 86_400_000;

/** When a crumb of a schema that is kept for some days goes, unless it says otherwise. */
function expiryBySchema({ retention }: SchemaOf, now: string): string | null {
  return retention.class === 'days' ? new Date(Date.parse(now) + retention.days * DAY_MS).toISOString() : null;
}
