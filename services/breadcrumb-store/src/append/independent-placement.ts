import { contracts, refuse, type Participant } from '@crumbtrail/contracts';
import { requireFence, requireClaim } from './claims';
import { findCause, type Placement, type PlaceCrumb } from './placement';
import { invalid } from '../commands/require-storable';
import type { CommitCommand, PreparedCreate } from '../commands/commands';
import type { Ledger } from '../ledger/ledger';
import { TOOL_RUNNER } from '../identity/agent-services';
import { audienceTokens, keyOf, type TurnRecord } from '../ledger/stored-rows';
import { responseAudience } from '../turns/turn-crumbs';
import { requireTurnOpen } from './tool-placements';
import { isFromTurn, toolClaimKey, findToolRequest, type ToolRequestCrumb } from './tool-requests';

const writersOf = (schemaName: string): readonly string[] => contracts.get(schemaName)?.rules.writers ?? ['tool'];

/** The service writes in its own name what is its own to write, and all else in the name of the tool. */
function authorForTool(
  { schema_name }: PreparedCreate,
  { caller }: CommitCommand,
  { payload }: ToolRequestCrumb,
): Participant {
  const isServices = writersOf(schema_name).includes(`service:${TOOL_RUNNER}`);
  return isServices ? caller.participant : { kind: 'tool', id: payload.tool };
}

/** Does everybody of the one audience belong to the other? Agents are known as such only where they are named. */
function isSubset(inner: readonly string[], outer: readonly string[], known: readonly string[]): boolean {
  if (outer.includes('*')) return true;
  if (inner.includes('*')) return false;
  if (inner.includes('@agents')) return outer.includes('@agents');
  return inner.every((id) => outer.includes(id) || known.includes(id));
}

/** A tool shows what it leaves to nobody who could not read the answer of the turn that asked. */
function audienceFor(write: PreparedCreate, request: ToolRequestCrumb, ledger: Ledger): readonly string[] {
  // What comes of trying is for operators, who read everything, and wakes nobody.
  if (!isFromTurn(request)) return [];
  const turn = ledger.turns.get(keyOf(request.crumb.workspace, request.payload.turn.id)) as TurnRecord;
  const widest = responseAudience(turn, audienceTokens('all'));
  if (write.audience === null) return widest;
  const wanted = audienceTokens(write.audience);
  if (isSubset(wanted, widest, [turn.agent, turn.cause_author])) return wanted;
  const message = 'is wider than that of what the turn answers; leave it out';
  throw invalid('A tool may not show this to everybody.', [{ path: '/audience', rule: 'audience', message }]);
}

function sessionFor({ session }: PreparedCreate, { crumb }: ToolRequestCrumb): string | null {
  if (session === null || session === crumb.session) return crumb.session;
  const message = `must be ${crumb.session ?? 'left out'}: that of the turn`;
  throw invalid('A tool leaves crumbs in the session that asked.', [{ path: '/session', rule: 'session', message }]);
}

/** What a tool leaves for the agent that asked: under the claim on the request, no wider than the turn, and with its end no more. */
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
    `${TOOL_RUNNER} leaves a ${schema_name} only for a tool that it runs: with the request as its cause and the claim on it.`,
  );
}

/** Everything that belongs to no turn. */
export const placeIndependently: PlaceCrumb = (write, command, ledger): Placement => {
  const { caller } = command;
  if (caller.role === 'service' && caller.principal === TOOL_RUNNER) {
    const request = write.cause && findToolRequest(caller.workspace, write.cause.id, ledger);
    if (request) return placeForTool(write, command, ledger, request);
    requireOwnSchema(write);
  }
  return {
    author: write.author as Participant,
    requireAllowed: () => requireFence(command, ledger),
    fields: (schema) => ({
      cause: findCause(write, caller, ledger),
      audience: audienceTokens(write.audience ?? schema.audience),
      session: write.session,
      traceparent: command.traceparent,
    }),
  };
};
