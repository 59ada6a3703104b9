import { refuse, ToolResponse, ToolTried, type Participant } from '@crumbtrail/contracts';
import { requireHeld } from './claims';
import type { Cause } from './insert';
import type { CommitJob, PreparedCreate } from './jobs';
import type { Caller } from '../identity/caller';
import type { Ledger } from './ledger';
import { isOwnService } from './own-service';
import { causeWithin, givenCause, requireAgreement, type Bound, type Place, type PlaceOf } from './place';
import { keyOf } from './records';
import { isOfTurn, readersOf, toolClaim, toolRequest, type ToolRequestCrumb } from './tool-requests';
import { requireOpen } from './turn-places';

/** The one who runs a request: the service that it names, or the agent whose service it is. */
function runnerOf({ crumb, asked }: ToolRequestCrumb, caller: Caller): Participant {
  const isRunner = caller.role === 'service' || isOwnService(caller);
  if (isRunner && caller.principal === asked.runner) return caller.participant;
  throw refuse('wrong_writer', `The tool request ${crumb.id} is for ${asked.runner} to run, and for nobody else.`);
}

/** Refuses work on a turn that is over. What an operator tries is of no turn. */
export function requireTurnOpen(request: ToolRequestCrumb, ledger: Ledger): void {
  if (!isOfTurn(request)) return;
  const { crumb, asked } = request;
  const turn = ledger.turns.get(keyOf(crumb.workspace, asked.turn.id));
  if (!turn) throw refuse('not_found', `No turn ${asked.turn.id} in this workspace.`);
  requireOpen(turn);
}

const causedBy = ({ crumb: { id, trail_id, hop } }: ToolRequestCrumb): Cause => ({
  ...{ id, version: 1, trail_id },
  hop: hop - 1,
});

function boundTo(request: ToolRequestCrumb, cause: Cause, audience = request.crumb.audience): Bound {
  const { session, traceparent } = request.crumb;
  return { session, traceparent, cause, audience };
}

interface Held {
  readonly request: ToolRequestCrumb;
  readonly author: Participant;
  /** Refuses a write without the claim on the request, or one that says something else than it. */
  require(expected: Readonly<Record<string, unknown>>): void;
}

function heldBy(write: PreparedCreate, job: CommitJob, ledger: Ledger): Held {
  const id = write.request_id ?? '';
  const request = toolRequest(job.caller.workspace, id, ledger);
  return {
    request,
    author: runnerOf(request, job.caller),
    require: (expected) => {
      requireHeld(job, ledger, toolClaim(id));
      requireAgreement(`the tool request ${id}`, write.context, expected);
    },
  };
}

/** A request that is part of another tool's work: left by whoever runs that one. */
export const partPlace: PlaceOf = (write, job, ledger): Place => {
  const { request, author, require } = heldBy(write, job, ledger);
  if (!isOfTurn(request)) throw refuse('wrong_writer', `A tool that is tried asks for no others: ${request.crumb.id}.`);
  const { crumb, asked } = request;
  return {
    author,
    admit: () => {
      const { turn, agent, definition, runner } = asked;
      require({
        ...{ 'parent/id': crumb.id, 'turn/id': turn.id, agent, reply_to: runner },
        ...{ 'definition/id': definition.id, 'definition/version': definition.version },
      });
      requireTurnOpen(request, ledger);
    },
    bound: () => {
      const cause = causeWithin(causedBy(request), givenCause(write, job.caller, ledger));
      return boundTo(request, cause, readersOf(asked.agent, write.context));
    },
  };
};

/** The note that a tool which must not run twice is about to run. */
export const startPlace: PlaceOf = (write, job, ledger): Place => {
  const { request, author, require } = heldBy(write, job, ledger);
  return {
    author,
    admit: () => {
      require({ 'request/id': request.crumb.id, tool: request.asked.tool });
      requireTurnOpen(request, ledger);
    },
    bound: () => boundTo(request, causedBy(request)),
  };
};

function ofResponse(request: ToolRequestCrumb): Readonly<Record<string, unknown>> {
  const { crumb, asked } = request;
  const said = { 'request/id': crumb.id, tool: asked.tool };
  if (!isOfTurn(request)) return said;
  const { turn, agent, reply_to } = request.asked;
  return { ...said, 'turn/id': turn.id, agent, reply_to };
}

/** An agent hears of a response and never of what somebody tried: one does not stand for the other. */
function requireKind({ schema_name }: PreparedCreate, request: ToolRequestCrumb): void {
  const wanted = isOfTurn(request) ? ToolResponse.name : ToolTried.name;
  if (schema_name === wanted) return;
  const { crumb } = request;
  throw refuse(
    'wrong_writer',
    `The ${crumb.schema_name} ${crumb.id} is answered by a ${wanted}, not a ${schema_name}.`,
  );
}

/** What came of a request. Its turn may be over: this is the record of what was done. */
export const toolResponsePlace: PlaceOf = (write, job, ledger): Place => {
  const { request, author, require } = heldBy(write, job, ledger);
  const { crumb } = request;
  return {
    author,
    admit: () => {
      requireKind(write, request);
      require(ofResponse(request));
    },
    bound: () => boundTo(request, causedBy(request)),
    after: () => ledger.claims.set(keyOf(crumb.workspace, toolClaim(crumb.id)), null),
  };
};
