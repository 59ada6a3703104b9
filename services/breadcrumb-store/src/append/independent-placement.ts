import {
  AgentNote,
  agentName,
  toolClaimKey,
  TOOL_RUNNER,
  contracts,
  refuse,
  type Participant,
  type ToolRequestV1,
} from '@crumbtrail/contracts';
import { requireFence, requireClaim } from './claims';
import { findCause, type Placement, type PlaceCrumb } from './placement';
import { invalid } from '../commands/require-storable';
import type { CommitCommand, PreparedCreate } from '../commands/commands';
import type { Ledger } from '../ledger/ledger';
import { audienceTokens, keyOf, type TurnRecord } from '../ledger/stored-rows';
import { responseAudience } from '../turns/turn-crumbs';
import { requireTurnOpen } from './tool-placements';
import { requireSessionOpen } from '../sessions/session-rights';
import { isSubset } from './is-subset';
import { noteAudience, refuseReaders } from './note-audience';
import { privateAudience } from './private-audience';
import { resolveAudience } from './resolve-audience';
import { isFromTurn, findToolRequest, type ToolRequestCrumb } from './tool-requests';

/** A schema that is not published is one of the workspace, which agents and tools may write. */
const writersOf = (schemaName: string): readonly string[] =>
  contracts.get(schemaName)?.rules.writers ?? ['agent', 'tool'];

/**
 * The tool-runner is the author of its own schemas. Of every other one the author is the agent that called the tool, so that readers know
 * the sender whatever the payload says; a tool that an operator tries acts for no agent, and is the author itself.
 */
function authorForTool(
  { schema_name }: PreparedCreate,
  { caller }: CommitCommand,
  request: ToolRequestCrumb,
): Participant {
  const writers = writersOf(schema_name);
  if (writers.includes(`service:${TOOL_RUNNER}`)) return caller.participant;
  if (isFromTurn(request)) return { kind: 'agent', id: request.payload.agent };
  return { kind: 'tool', id: request.payload.tool };
}

const turnOf = ({ crumb, payload }: ToolRequestCrumb<ToolRequestV1>, ledger: Ledger): TurnRecord =>
  ledger.turns.get(keyOf(crumb.workspace, payload.turn.id)) as TurnRecord;

/** A tool's crumb is readable at most by those who can read the answer of the turn that requested it. */
function audienceFor(write: PreparedCreate, request: ToolRequestCrumb, ledger: Ledger): readonly string[] {
  // The result of a tool trial is for operators, who read everything.
  if (!isFromTurn(request)) return [];
  const turn = turnOf(request, ledger);
  const widest = responseAudience(turn);
  const wanted = noteAudience(write, turn.agent) ?? resolveAudience(write, request.crumb.workspace, ledger);
  if (wanted === null) return widest;
  if (isSubset(wanted, widest, [agentName(turn.agent), turn.cause_author])) return wanted;
  if (write.schema_name === AgentNote.name) throw refuseReaders(write);
  const message = 'is wider than the audience of the answer to the turn; leave it out';
  throw invalid('This audience is too wide for a tool.', [{ path: '/audience', rule: 'audience', message }]);
}

function sessionFor({ session }: PreparedCreate, { crumb }: ToolRequestCrumb): string | null {
  if (session === null || session === crumb.session) return crumb.session;
  const message = `must be ${crumb.session ?? 'left out'}: the session of the turn`;
  throw invalid('A tool writes crumbs only in the session of its turn.', [
    { path: '/session', rule: 'session', message },
  ]);
}

/** A crumb that a tool writes for an agent: under the claim on the request, no more visible than the turn, and not after its end. */
function placeForTool(
  write: PreparedCreate,
  command: CommitCommand,
  ledger: Ledger,
  request: ToolRequestCrumb,
): Placement {
  const { id, traceparent } = request.crumb;
  return {
    author: authorForTool(write, command, request),
    requireAllowed: () => {
      requireClaim(command, ledger, toolClaimKey(id));
      requireTurnOpen(request, ledger);
    },
    fields: ({ informs }) => {
      const cause = findCause(write, command.caller, ledger);
      const audience = audienceFor(write, request, ledger);
      return {
        cause,
        traceparent,
        session: sessionFor(write, request),
        audience,
        ...(informs && isFromTurn(request) ? { informs: responseAudience(turnOf(request, ledger)) } : {}),
        ...privateAudience(write, audience),
      };
    },
  };
}

function requireOwnSchema({ schema_name }: PreparedCreate): void {
  const writers = writersOf(schema_name);
  const isOwn = [`service:${TOOL_RUNNER}`, 'service'].some((one) => writers.includes(one));
  if (isOwn && !contracts.get(schema_name)?.rules.runner_needs_request) return;
  throw refuse(
    'wrong_writer',
    `${TOOL_RUNNER} writes a ${schema_name} only for a tool that it runs: with the tool request as its cause and the claim on it.`,
  );
}

/** A crumb that belongs to no turn and no tool request. */
export const placeIndependently: PlaceCrumb = (write, command, ledger): Placement => {
  const { caller } = command;
  if (caller.role === 'service' && caller.principal === TOOL_RUNNER) {
    const request = write.cause && findToolRequest(caller.workspace, write.cause.id, ledger);
    if (request) return placeForTool(write, command, ledger, request);
    requireOwnSchema(write);
  }
  return {
    author: write.author as Participant,
    requireAllowed: () => {
      requireFence(command, ledger);
      requireSessionOpen(caller, write.session, ledger);
    },
    fields: (schema) => {
      const audience = resolveAudience(write, caller.workspace, ledger) ?? audienceTokens(schema.audience);
      return {
        cause: findCause(write, caller, ledger),
        audience,
        session: write.session,
        traceparent: command.traceparent,
        ...privateAudience(write, audience),
      };
    },
  };
};
