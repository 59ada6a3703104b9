import { contracts, refuse, type Participant, type CommitResult } from '@crumbtrail/contracts';
import { scheduleDue } from './fire-due';
import { insertCrumb, type NewCrumb } from '../ledger/insert-crumb';
import type { CommitCommand, PreparedCreate } from '../commands/commands';
import type { Ledger } from '../ledger/ledger';
import { invalid } from '../commands/require-storable';
import type { PlacedFields, PlaceCrumb } from './placement';
import { placeIndependently } from './independent-placement';
import { keyOf, type CrumbRecord } from '../ledger/stored-rows';
import { resolveSchema, type CrumbSchema } from './crumb-schema';
import { isPublishedSchema } from '../schemas/definition-id';
import { placeToolPart, placeToolStart, placeToolResponse } from './tool-placements';
import { placeContext, placeGuard, placeResponse, placeStep } from './turn-placements';

/** Crumbs that exist once for what they name and may be changed: the same content again is the same crumb. */
const SINGLETONS: ReadonlySet<string> = new Set([
  ...['session', 'agent', 'consumer', 'catalog', 'schema', 'tool', 'tool_config', 'prices', 'schedule'],
]);

function acceptExisting(
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
const PLACES: ReadonlyMap<string, PlaceCrumb> = new Map([
  ['context', placeContext],
  ['response', placeResponse],
  ['step', placeStep],
  ['guard', placeGuard],
  ['tool_start', placeToolStart],
  ['tool_response', placeToolResponse],
]);

function choosePlacement({ identity, request_id }: PreparedCreate): PlaceCrumb {
  if (identity === 'tool_request') return request_id === undefined ? placeStep : placeToolPart;
  return PLACES.get(identity ?? '') ?? placeIndependently;
}

/** A text that was made from what has been erased since must not be kept; whoever made it makes it anew without. */
function insertBlob(write: PreparedCreate, workspace: string, ledger: Ledger): void {
  if (write.blob === null) return;
  const gone = write.blob.quotes.find(({ id }) => ledger.crumbs.get(keyOf(workspace, id))?.erased_at !== null);
  if (gone) throw refuse('unavailable', `The crumb ${gone.id} was erased while this was made of it; make it again.`);
  ledger.blobs.push({ workspace, crumb_id: write.id, ...write.blob });
}

/** Who hears of a crumb: whom its place says, or whom the field of its payload names that its schema says. */
function chooseRecipient({ schema_name, context }: PreparedCreate, { recipient }: PlacedFields): string | null {
  const field = contracts.get(schema_name)?.rules.recipient;
  return recipient ?? (field === undefined ? null : String(context[field]));
}

function toNewCrumb(
  write: PreparedCreate,
  job: CommitCommand,
  now: string,
  { author, bound, schema }: { author: Participant; bound: PlacedFields; schema: CrumbSchema },
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
    expires_at: write.expires_at ?? expiryFromSchema(schema, now),
    traceparent: job.traceparent ?? bound.traceparent,
    recipient: chooseRecipient(write, bound),
  };
}

/** What the schema says of the crumb. Payloads of published contracts were checked before; of others only here is the definition known. */
function requireValidPayload({ schema_name, context }: PreparedCreate, workspace: string, ledger: Ledger): CrumbSchema {
  const schema = resolveSchema(workspace, schema_name, ledger);
  if (isPublishedSchema(schema_name)) return schema;
  const issues = schema.validate(context).map((one) => ({ ...one, path: `/context${one.path}` }));
  if (issues.length > 0) throw invalid(`This is no valid ${schema_name}.`, issues);
  return schema;
}

/** Creates a crumb, or finds that it is there. Of a derived id there is never a second crumb. */
export function create(write: PreparedCreate, job: CommitCommand, ledger: Ledger): CommitResult {
  const { workspace } = job.caller;
  const place = choosePlacement(write)(write, job, ledger);
  const { author, refusesOtherContent: exact = false } = place;
  const known = ledger.crumbs.get(keyOf(workspace, write.id));
  if (known) return acceptExisting(write, known, { author, exact });
  place.requireAllowed();
  const schema = requireValidPayload(write, workspace, ledger);
  const bound = place.fields(schema);
  insertBlob(write, workspace, ledger);
  const crumb = insertCrumb(ledger, toNewCrumb(write, job, ledger.now, { author, bound, schema }));
  scheduleDue(ledger, crumb, write.context);
  place.afterwards?.();
  return { id: crumb.id, version: 1, position: crumb.position, existed: false };
}

const DAY_MS = 86_400_000;

/** When a crumb of a schema that is kept for some days goes, unless it says otherwise. */
function expiryFromSchema({ retention }: CrumbSchema, now: string): string | null {
  return retention.class === 'days' ? new Date(Date.parse(now) + retention.days * DAY_MS).toISOString() : null;
}
