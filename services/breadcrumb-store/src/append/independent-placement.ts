import { toolClaimKey, TOOL_RUNNER, contracts, refuse, type Participant } from '@crumbtrail/contracts';
import { requireFence, requireClaim } from './claims';
import { findCause, type Placement, type PlaceCrumb } from './placement';
import { invalid } from '../commands/require-storable';
import type { CommitCommand, PreparedCreate } from '../commands/commands';
import type { Ledger } from '../ledger/ledger';
import { audienceTokens, keyOf, type TurnRecord } from '../ledger/stored-rows';
import { responseAudience } from '../turns/turn-crumbs';
import { requireTurnOpen } from './tool-placements';
import { requireSessionOpen } from '../sessions/session-rights';
import { isFromTurn, findToolRequest, type ToolRequestCrumb } from './tool-requests';

const writersOf = (schemaName: string): readonly string[] => contracts.get(schemaName)?.rules.writers ?? ['tool'];

/** The tool-runner is the author of its own schemas, and the tool is the author of every other one. */
function authorForTool(
  { schema_name }: PreparedCreate,
  { caller }: CommitCommand,
  { payload }: ToolRequestCrumb,
): Participant {
  const isServices = writersOf(schema_name).includes(`service:${TOOL_RUNNER}`);
  return isServices ? caller.participant : { kind: 'tool', id: payload.tool };
}

/** Is everybody in the inner audience also in the outer one? `known` are ids that are known to belong to it. */
function isSubset(inner: readonly string[], outer: readonly string[], known: readonly string[]): boolean {
  if (outer.includes('*')) return true;
  if (inner.includes('*')) return false;
  if (inner.includes('@agents')) return outer.includes('@agents');
  return inner.every((id) => outer.includes(id) || known.includes(id));
}

/** A tool's crumb is readable at most by those who can read the answer of the turn that requested it. */
function audienceFor(write: PreparedCreate, request: ToolRequestCrumb, ledger: Ledger): readonly string[] {
  // The result of a tool trial is for operators, who read everything.
  if (!isFromTurn(request)) return [];
  const turn = ledger.turns.get(keyOf(request.crumb.workspace, request.payload.turn.id)) as TurnRecord;
  const widest = responseAudience(turn, audienceTokens('all'));
  if (write.audience === null) return widest;
  const wanted = audienceTokens(write.audience);
  if (isSubset(wanted, widest, [turn.agent, turn.cause_author])) return wanted;
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
    fields: () => {
      const cause = findCause(write, command.caller, ledger);
      return { cause, traceparent, session: sessionFor(write, request), audience: audienceFor(write, request, ledger) };
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
    fields: (schema) => ({
      cause: findCause(write, caller, ledger),
      audience: audienceTokens(write.audience ?? schema.audience),
      session: write.session,
      traceparent: command.traceparent,
    }),
  };
};
