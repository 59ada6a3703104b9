import { contracts, refuse, type Participant, type CommitResult } from '@crumbtrail/contracts';
import { watchTime } from './announcements';
import { insert, type NewCrumb } from './insert';
import type { CommitJob, PreparedCreate } from './jobs';
import type { Ledger } from './ledger';
import { invalid } from './limits';
import type { Bound, PlaceOf } from './place';
import { plainPlace } from './plain-places';
import { keyOf, type CrumbRecord } from './records';
import { schemaOf, type SchemaOf } from './schema-of';
import { isPublished } from '../schemas/definition-id';
import { partPlace, startPlace, toolResponsePlace } from './tool-places';
import { contextPlace, guardPlace, responsePlace, stepPlace } from './turn-places';

/** Crumbs that exist once for what they name and may be changed: the same content again is the same crumb. */
const SINGLETONS: ReadonlySet<string> = new Set([
  ...['session', 'agent', 'consumer', 'catalog', 'schema', 'tool', 'tool_config', 'prices', 'schedule'],
]);

function existing(
  write: PreparedCreate,
  known: CrumbRecord,
  { author, ...how }: { author: Participant; exact: boolean },
): CommitResult {
  const sameContent = known.content_hash === write.content_hash;
  const sameAuthor = known.author_kind === author.kind && known.author_id === author.id;
  const isSingleton = SINGLETONS.has(write.identity ?? '');
  const same = isSingleton ? sameContent : sameAuthor && (sameContent || !how.exact);
  if (known.erased_at !== null) throw refuse('erased', `The crumb ${known.id} was erased and cannot be written again.`);
  if (same) return { id: known.id, version: known.version, position: known.position, existed: true };
  if (write.identity === 'response') {
    throw refuse('turn_closed', `The turn ${write.turn_id} was ended by ${known.author_kind} ${known.author_id}.`);
  }
  const remedy = isSingleton ? 'change it with PATCH' : `it was left by ${known.author_kind} ${known.author_id}`;
  throw refuse('id_conflict', `There is a ${write.schema_name} of that name, ${known.id}; ${remedy}.`, {
    details: { id: known.id, version: known.version },
  });
}

/** Where crumbs of an identity belong; all others belong nowhere in particular. */
const PLACES: ReadonlyMap<string, PlaceOf> = new Map([
  ['context', contextPlace],
  ['response', responsePlace],
  ['step', stepPlace],
  ['guard', guardPlace],
  ['tool_start', startPlace],
  ['tool_response', toolResponsePlace],
]);

function placeFor({ identity, request_id }: PreparedCreate): PlaceOf {
  if (identity === 'tool_request') return request_id === undefined ? stepPlace : partPlace;
  return PLACES.get(identity ?? '') ?? plainPlace;
}

/** A text that was made from what has been erased since must not be kept; whoever made it makes it anew without. */
function keepBlob(write: PreparedCreate, workspace: string, ledger: Ledger): void {
  if (write.blob === null) return;
  const gone = write.blob.quotes.find(({ id }) => ledger.crumbs.get(keyOf(workspace, id))?.erased_at !== null);
  if (gone) throw refuse('unavailable', `The crumb ${gone.id} was erased while this was made of it; make it again.`);
  ledger.blobs.push({ workspace, crumb_id: write.id, ...write.blob });
}

/** Who hears of a crumb: whom its place says, or whom the field of its payload names that its schema says. */
function recipientOf({ schema_name, context }: PreparedCreate, { recipient }: Bound): string | null {
  const field = contracts.get(schema_name)?.rules.recipient;
  return recipient ?? (field === undefined ? null : String(context[field]));
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
    recipient: recipientOf(write, bound),
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
export function create(write: PreparedCreate, job: CommitJob, ledger: Ledger): CommitResult {
  const { workspace } = job.caller;
  const place = placeFor(write)(write, job, ledger);
  const { author, exact = false } = place;
  const known = ledger.crumbs.get(keyOf(workspace, write.id));
  if (known) return existing(write, known, { author, exact });
  place.admit();
  const schema = requireSchema(write, workspace, ledger);
  const bound = place.bound(schema);
  keepBlob(write, workspace, ledger);
  const crumb = insert(ledger, newCrumb(write, job, ledger.now, { author, bound, schema }));
  watchTime(ledger, crumb, write.context);
  place.after?.();
  return { id: crumb.id, version: 1, position: crumb.position, existed: false };
}

const DAY_MS = 86_400_000;

/** When a crumb of a schema that is kept for some days goes, unless it says otherwise. */
function expiryBySchema({ retention }: SchemaOf, now: string): string | null {
  return retention.class === 'days' ? new Date(Date.parse(now) + retention.days * DAY_MS).toISOString() : null;
}
