import {
  asPayload,
  participantName,
  toolClaimKey,
  refuse,
  ToolRequest,
  ToolResponse,
  ToolTried,
  type Participant,
  type ToolRequestV1,
} from '@crumbtrail/contracts';
import { requireClaim } from './claims';
import type { Cause } from '../ledger/insert-crumb';
import type { CommitCommand, PreparedCreate } from '../commands/commands';
import type { AuthenticatedCaller } from '../identity/caller';
import type { Ledger } from '../ledger/ledger';
import { isAgentService } from '../identity/agent-services';
import {
  causeWithin,
  findCause,
  requireAgreement,
  type PlacedFields,
  type Placement,
  type PlaceCrumb,
} from './placement';
import { keyOf, type TurnRecord } from '../ledger/stored-rows';
import { responseAudience } from '../turns/turn-crumbs';
import { beginWaiting } from '../turns/waiting-turns';
import { namedDeciders } from './approval-placement';
import { isFromTurn, isRunByClient, toolReaders, requireToolRequest, type ToolRequestCrumb } from './tool-requests';

/** The caller, if it is the person whose message the turn answers, with whose key the client sent it. Refuses anybody else. */
function requireClient(
  request: ToolRequestCrumb,
  { role, participant }: AuthenticatedCaller,
  ledger: Ledger,
): Participant {
  const turn = turnOf(request, ledger);
  const isPerson = role !== 'service' && participant.kind !== 'agent';
  if (isPerson && turn?.cause_author === participantName(participant)) return participant;
  throw refuse('wrong_writer', `The tool request ${request.crumb.id} is run by the client of the message's author.`);
}

/** The caller, if it is the service that the request names as its runner. Refuses anybody else. */
function requireRunner(request: ToolRequestCrumb, caller: AuthenticatedCaller, ledger: Ledger): Participant {
  if (isRunByClient(request)) return requireClient(request, caller, ledger);
  const { crumb, payload } = request;
  const isRunner = caller.role === 'service' || isAgentService(caller);
  if (isRunner && caller.principal === payload.runner) return caller.participant;
  throw refuse('wrong_writer', `The tool request ${crumb.id} can only be run by ${payload.runner}.`);
}

/** The turn that a request was made in; undefined for an operator's tool trial. */
const turnOf = (request: ToolRequestCrumb, ledger: Ledger): TurnRecord | undefined =>
  isFromTurn(request) ? ledger.turns.get(keyOf(request.crumb.workspace, request.payload.turn.id)) : undefined;

/** Throws `turn_closed` for a turn that has ended or has never been open. A waiting turn may have left its lane, and its tools still run. An operator's tool trial belongs to no turn. */
export function requireTurnOpen(request: ToolRequestCrumb, ledger: Ledger): void {
  if (!isFromTurn(request)) return;
  const turn = turnOf(request, ledger);
  if (!turn) throw refuse('not_found', `No turn ${request.payload.turn.id} in this workspace.`);
  if (turn.state === 'closed' || turn.opened_at === null)
    throw refuse('turn_closed', `The turn ${turn.id} is not open.`);
}

const causeFrom = ({ crumb: { id, trail_id, hop } }: ToolRequestCrumb): Cause => ({
  id,
  version: 1,
  trail_id,
  hop: hop - 1,
});

/** Those who may be told the result of a tool: the readers of the answer of the turn that called it. */
function informedBy(request: ToolRequestCrumb, ledger: Ledger): Pick<PlacedFields, 'informs'> {
  const turn = turnOf(request, ledger);
  return turn ? { informs: responseAudience(turn) } : {};
}

/** Who may read what a tool writes: the readers of its request, without those who only decide about it. */
function resultReaders(request: ToolRequestCrumb): readonly string[] {
  if (!isFromTurn(request) || request.payload.approval === undefined) return request.crumb.audience;
  const { agent, runner, reply_to } = request.payload;
  return toolReaders(agent, { runner, reply_to });
}

function fieldsFor(request: ToolRequestCrumb, cause: Cause, audience = resultReaders(request)): PlacedFields {
  const { session, traceparent } = request.crumb;
  return { session, traceparent, cause, audience };
}

interface RequestWork {
  readonly request: ToolRequestCrumb;
  readonly author: Participant;
  /** Refuses a write without the claim on the request, which no client has, or a payload that contradicts the request. */
  require(expected: Readonly<Record<string, unknown>>): void;
}

function openRequestWork(write: PreparedCreate, command: CommitCommand, ledger: Ledger): RequestWork {
  const id = write.request_id ?? '';
  const request = requireToolRequest(command.caller.workspace, id, ledger);
  return {
    request,
    author: requireRunner(request, command.caller, ledger),
    require: (expected) => {
      if (!isRunByClient(request)) requireClaim(command, ledger, toolClaimKey(id));
      requireAgreement(`the tool request ${id}`, write.context, expected);
    },
  };
}

type PartApproval = NonNullable<ToolRequestV1['approval']>;

/** Refuses a part that waits for a person and whose turn is not in its lane and waits for nobody. */
function requireMayAsk(turn: TurnRecord | undefined): void {
  if (turn?.state === 'open' || turn?.state === 'waiting') return;
  throw refuse('turn_closed', `The turn ${turn?.id} does not run now, so nobody is asked for it.`);
}

/** A part that waits for a person: those who may decide read it, no runner is told, and its turn waits. */
function askingPart(
  placement: Placement,
  { approval, id }: { readonly approval: PartApproval; readonly id: string },
  turn: TurnRecord | undefined,
  ledger: Ledger,
): Placement {
  return {
    ...placement,
    requireAllowed: () => {
      placement.requireAllowed();
      requireMayAsk(turn);
    },
    fields: (schema) => {
      const fields = placement.fields(schema);
      const deciders = turn ? namedDeciders(turn, approval.deciders) : [];
      const audience = [...new Set([...fields.audience, ...deciders])];
      return { ...fields, audience, recipient: null };
    },
    afterwards: () => {
      if (turn) beginWaiting(ledger, turn, id, approval);
    },
  };
}

/** A part whose time has not come: its runner is told of it then. */
function laterPart(
  placement: Placement,
  at: { readonly key: string; readonly not_before: string },
  { crumb }: ToolRequestCrumb,
  ledger: Ledger,
): Placement {
  const { key, not_before } = at;
  const due = new Date(not_before).toISOString();
  return {
    ...placement,
    fields: (schema) => ({ ...placement.fields(schema), recipient: null }),
    afterwards: () => ledger.setDue('request', { workspace: crumb.workspace, key }, due),
  };
}

/** A request that is part of another tool's work, written by the runner of that tool. */
export const placeToolPart: PlaceCrumb = (write, command, ledger): Placement => {
  const { request, author, require } = openRequestWork(write, command, ledger);
  if (!isFromTurn(request))
    throw refuse('wrong_writer', `A tool that an operator tries cannot request other tools: ${request.crumb.id}.`);
  const { crumb, payload } = request;
  const placement: Placement = {
    author,
    requireAllowed: () => {
      const { turn, agent, definition, runner } = payload;
      require({
        'parent/id': crumb.id,
        'turn/id': turn.id,
        agent,
        reply_to: runner,
        'definition/id': definition.id,
        'definition/version': definition.version,
      });
      requireTurnOpen(request, ledger);
    },
    fields: () => {
      const cause = causeWithin(causeFrom(request), findCause(write, command.caller, ledger));
      return fieldsFor(request, cause, toolReaders(payload.agent, write.context));
    },
  };
  const { approval, not_before } = asPayload(ToolRequest.name, write.context);
  if (approval) return askingPart(placement, { approval, id: write.id }, turnOf(request, ledger), ledger);
  return not_before ? laterPart(placement, { key: write.id, not_before }, request, ledger) : placement;
};

/** The record that a tool which must not run twice is about to run. */
export const placeToolStart: PlaceCrumb = (write, command, ledger): Placement => {
  const { request, author, require } = openRequestWork(write, command, ledger);
  return {
    author,
    requireAllowed: () => {
      require({ 'request/id': request.crumb.id, tool: request.payload.tool });
      requireTurnOpen(request, ledger);
    },
    fields: () => fieldsFor(request, causeFrom(request)),
  };
};

function expectedInResponse(request: ToolRequestCrumb): Readonly<Record<string, unknown>> {
  const { crumb, payload } = request;
  const said = { 'request/id': crumb.id, tool: payload.tool };
  if (!isFromTurn(request)) return said;
  const { turn, agent, reply_to } = request.payload;
  return { ...said, 'turn/id': turn.id, agent, reply_to };
}

/** A tool request is answered by a tool response, and a tool trial by a trial result: never one by the other. */
function requireResponseKind({ schema_name }: PreparedCreate, request: ToolRequestCrumb): void {
  const wanted = isFromTurn(request) ? ToolResponse.name : ToolTried.name;
  if (schema_name === wanted) return;
  const { crumb } = request;
  throw refuse(
    'wrong_writer',
    `The ${crumb.schema_name} ${crumb.id} is answered by a ${wanted}, not a ${schema_name}.`,
  );
}

/** The time of a question ends now if its own runner answers it: the tool that asked needs no answer any more. */
function endQuestion(request: ToolRequestCrumb, ledger: Ledger): void {
  const { workspace, id: key } = request.crumb;
  if (turnOf(request, ledger)?.approvals?.requests.includes(key))
    ledger.setDue('approval', { workspace, key }, ledger.now);
}

/** The result of a request. A service records what it did even when the turn is over; a client is told that nobody waits for it. */
export const placeToolResponse: PlaceCrumb = (write, command, ledger): Placement => {
  const { request, author, require } = openRequestWork(write, command, ledger);
  const { crumb } = request;
  return {
    author,
    refusesOtherContent: isRunByClient(request),
    requireAllowed: () => {
      requireResponseKind(write, request);
      require(expectedInResponse(request));
      if (isRunByClient(request)) requireTurnOpen(request, ledger);
    },
    fields: () => ({ ...fieldsFor(request, causeFrom(request)), ...informedBy(request, ledger) }),
    afterwards: () => {
      ledger.claims.set(keyOf(crumb.workspace, toolClaimKey(crumb.id)), null);
      endQuestion(request, ledger);
    },
  };
};
