import {
  AgentContext,
  AgentResponse,
  AgentStep,
  AgentTrigger,
  AnswerFeedback,
  ApprovalDecision,
  contracts,
  DeadLetter,
  asPayload,
  GuardFired,
  refuse,
  Session,
  ToolRequest,
  ToolResponse,
  ToolStart,
  ToolTried,
  UserMessage,
  type CommitResult,
} from '@crumbtrail/contracts';
import { scheduleDue } from './fire-due';
import { canSee } from '../ledger/can-see';
import type { AuthenticatedCaller } from '../identity/caller';
import { insertCrumb, type NewCrumb } from '../ledger/insert-crumb';
import { closesTurn, type CommitCommand, type PreparedCreate } from '../commands/commands';
import type { Ledger } from '../ledger/ledger';
import { invalid } from '../commands/require-storable';
import { placeApprovalDecision } from './approval-placement';
import { placeDeadLetter } from './dead-letters';
import { placeFeedback } from './feedback-placement';
import type { PlaceCrumb, PlacedFields, Placement } from './placement';
import { placeIndependently } from './independent-placement';
import { audienceTokens, keyOf, type CrumbRecord } from '../ledger/stored-rows';
import { requireHeard } from '../sessions/require-heard';
import { requireTriggerable } from '../sessions/require-triggerable';
import { requireSessionCreatable } from '../sessions/session-rights';
import { resolveSchema, type CrumbSchema } from './crumb-schema';
import { isPublishedSchema } from '../schemas/definition-id';
import { placeToolPart, placeToolStart, placeToolResponse } from './tool-placements';
import { placeContext, placeGuard, placeResponse, placeStep, placeToolRequest } from './turn-placements';

const isSingleton = ({ schema_name }: PreparedCreate): boolean => contracts.get(schema_name)?.rules.singleton === true;

/** Is this write the crumb that exists? A singleton may come from anybody; of other crumbs the author must be the same. */
function isSameCrumb(write: PreparedCreate, known: CrumbRecord, placement: Placement): boolean {
  const { author, refusesOtherContent = false } = placement;
  const sameContent = known.content_hash === write.content_hash;
  if (isSingleton(write)) return sameContent;
  const sameAuthor = known.author_kind === author.kind && known.author_id === author.id;
  return sameAuthor && (sameContent || !refusesOtherContent);
}

/** Refuses a name that is taken by a crumb which the caller may not read. A right guess of its content has the same reply as a wrong one. */
function requireNotHidden(write: PreparedCreate, known: CrumbRecord, caller: AuthenticatedCaller): void {
  if (!isSingleton(write) || canSee(caller, known)) return;
  throw refuse('id_conflict', `The name of this ${write.schema_name} is taken; choose another.`);
}

/** Handles an id that exists: returns the stored crumb if it is the same one, or refuses with the reason. */
function acceptExisting(write: PreparedCreate, known: CrumbRecord, placement: Placement): CommitResult {
  const { id, version, position, author_kind, author_id } = known;
  if (known.erased_at !== null) throw refuse('erased', `The crumb ${id} was erased and cannot be written again.`);
  if (isSameCrumb(write, known, placement)) return { id, version, position, existed: true };
  if (closesTurn(write)) {
    throw refuse('turn_closed', `The turn ${write.turn_id} was ended by ${author_kind} ${author_id}.`);
  }
  const remedy = isSingleton(write) ? 'change it with PATCH' : `it was written by ${author_kind} ${author_id}`;
  const message = `A ${write.schema_name} of that name exists already, ${id}; ${remedy}.`;
  throw refuse('id_conflict', message, { details: { id, version } });
}

/** How crumbs that belong to a turn or a tool request are placed, by their schema. */
const PLACEMENTS: ReadonlyMap<string, PlaceCrumb> = new Map([
  [AgentContext.name, placeContext],
  [AgentResponse.name, placeResponse],
  [AgentStep.name, placeStep],
  [ToolRequest.name, placeToolRequest],
  [GuardFired.name, placeGuard],
  [ApprovalDecision.name, placeApprovalDecision],
  [ToolStart.name, placeToolStart],
  [ToolResponse.name, placeToolResponse],
  [ToolTried.name, placeToolResponse],
]);

function choosePlacement({ schema_name, turn_id, request_id }: PreparedCreate): PlaceCrumb {
  if (schema_name === DeadLetter.name) return placeDeadLetter;
  if (schema_name === AnswerFeedback.name) return placeFeedback;
  if (turn_id === undefined && request_id === undefined) return placeIndependently;
  if (schema_name === ToolRequest.name && request_id !== undefined) return placeToolPart;
  return PLACEMENTS.get(schema_name) ?? placeIndependently;
}

/** Refuses a text that quotes a crumb which was erased since: its writer makes it again without that crumb. */
function insertBlob(write: PreparedCreate, workspace: string, ledger: Ledger): void {
  if (write.blob === null) return;
  const gone = write.blob.quotes.find(({ id }) => ledger.crumbs.get(keyOf(workspace, id))?.erased_at !== null);
  if (gone)
    throw refuse('unavailable', `The crumb ${gone.id}, which this quotes, was erased meanwhile; make it again.`);
  ledger.blobs.push({ workspace, crumb_id: write.id, ...write.blob });
}

/** The service or agent that the event is addressed to: what the placement says, or the field that the schema names. */
function chooseRecipient({ schema_name, context }: PreparedCreate, { recipient }: PlacedFields): string | null {
  const field = contracts.get(schema_name)?.rules.recipient;
  if (recipient !== undefined) return recipient;
  return field === undefined ? null : String(context[field]);
}

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

function requireRights(
  write: PreparedCreate,
  { caller, imported }: CommitCommand,
  { author, fields: { audience, session: place } }: Omit<PlacedCrumb, 'schema'>,
  ledger: Ledger,
): void {
  if (write.schema_name === AgentTrigger.name) {
    const { agent } = asPayload(AgentTrigger.name, write.context);
    return requireTriggerable({ workspace: caller.workspace, session: place, agent, author, audience }, ledger);
  }
  if (write.schema_name === UserMessage.name && !imported)
    return requireHeard({ caller, session: place, author, audience }, ledger);
  const session = write.schema_name === Session.name ? asPayload(Session.name, write.context) : undefined;
  if (session === undefined) return;
  const { name, members } = session;
  requireSessionCreatable({ caller, name, before: undefined, after: members }, audience, ledger);
}

/** How long crumbs of a schema live by default, in milliseconds; null: without end. */
function lifeOf({ retention }: CrumbSchema): number | null {
  if (retention.class === 'days') return retention.days * DAY_MS;
  return retention.class === 'seconds' ? retention.seconds * SECOND_MS : null;
}

/** When a crumb without its own expiry expires: after the days or seconds of its schema, or never. */
function expiryFromSchema(schema: CrumbSchema, now: string): string | null {
  const life = lifeOf(schema);
  return life === null ? null : new Date(Date.parse(now) + life).toISOString();
}

function toNewCrumb(write: PreparedCreate, command: CommitCommand, ledger: Ledger, place: PlacedCrumb): NewCrumb {
  const { author, fields, schema } = place;
  return {
    workspace: command.caller.workspace,
    id: write.id,
    schema_name: write.schema_name,
    session: fields.session,
    title: write.title,
    tags: write.tags,
    context: write.context,
    llm_hints: write.llm_hints,
    content_hash: write.content_hash,
    author,
    audience: fields.audience,
    informs: fields.informs ?? (write.informs || schema.informs ? audienceTokens('all') : null),
    cause: fields.cause,
    imported: command.imported,
    occurred_at: write.occurred_at,
    expires_at: write.expires_at ?? expiryFromSchema(schema, ledger.now),
    traceparent: command.traceparent ?? fields.traceparent,
    recipient: chooseRecipient(write, fields),
  };
}

interface PlacedCrumb {
  readonly author: Placement['author'];
  readonly fields: PlacedFields;
  readonly schema: CrumbSchema;
}

/** The crumb's schema. Payloads of published schemas were checked before; definitions of others are known only here. */
function requireValidPayload({ schema_name, context }: PreparedCreate, workspace: string, ledger: Ledger): CrumbSchema {
  const schema = resolveSchema(workspace, schema_name, ledger);
  if (isPublishedSchema(schema_name)) return schema;
  const issues = schema.validate(context).map((one) => ({ ...one, path: `/context${one.path}` }));
  if (issues.length > 0) throw invalid(`Invalid ${schema_name}.`, issues);
  return schema;
}

/** Creates a crumb, or finds that it exists: there is never a second crumb of one derived id. */
export function create(write: PreparedCreate, command: CommitCommand, ledger: Ledger): CommitResult {
  const { workspace } = command.caller;
  const placeCrumb = choosePlacement(write);
  const placement = placeCrumb(write, command, ledger);
  const known = ledger.crumbs.get(keyOf(workspace, write.id));
  if (known) {
    requireNotHidden(write, known, command.caller);
    return acceptExisting(write, known, placement);
  }
  placement.requireAllowed();
  const schema = requireValidPayload(write, workspace, ledger);
  const fields = placement.fields(schema);
  requireRights(write, command, { author: placement.author, fields }, ledger);
  insertBlob(write, workspace, ledger);
  const crumb = insertCrumb(ledger, toNewCrumb(write, command, ledger, { author: placement.author, fields, schema }));
  scheduleDue(ledger, crumb, write.context);
  placement.afterwards?.();
  return { id: crumb.id, version: 1, position: crumb.position, existed: false };
}
