import { type ToolCall, ToolError } from '@crumbtrail/tool-runtime';
import { z } from 'zod';
import type { ServerConnection } from './connection';
import type { Dialled } from './dial-server';
import { type CallFailure, failureOf } from './failure';
import { truncateUntrusted } from './lenient-schema';
import { tellProgress } from './progress-lines';
import type { ServerResult } from './result';
import { respondToInputs, type RunningCall } from './server-input';

/** A request to a server, on behalf of a call of one of its tools. */
export interface ServerCall {
  /** The name of the tool here. */
  readonly tool: string;
  readonly request: { readonly method: string; readonly params: Record<string, unknown> };
  readonly call: Pick<ToolCall, 'signal' | 'atMostOnce' | 'tell' | 'askPerson'>;
}

/** How long a call waits for a server that disconnected during the call. */
const BACK_WITHIN_MS = 10_000;
/** Longer than any tool may run and wait for people, a day: calls end by their signal, which the client forwards to the server. */
const NEVER_MS = 86_400_000;
/** How often a server may require input for one call. */
const MOST_ROUNDS = 10;

type CallAttempt = { readonly result: ServerResult } | { readonly failure: CallFailure };

/** The client's own reader would refuse the whole result of a tool that has run for one part that it does not know. */
const anyResult = z.record(z.string(), z.unknown());

/** Sends the request, and again with a person's input for as long as the result requires some. */
async function requestResult(
  { client }: Dialled,
  running: RunningCall,
  { request, call }: ServerCall,
): Promise<ServerResult> {
  const { signal, tell } = call;
  const options = { signal, timeout: NEVER_MS, onprogress: tellProgress(tell), allowInputRequired: true };
  let { params } = request;
  for (let round = 0; round <= MOST_ROUNDS; round += 1) {
    const result: ServerResult = await client.request({ ...request, params }, anyResult, options);
    if (result['resultType'] !== 'input_required') return result;
    const { requestState } = result;
    const inputResponses = await respondToInputs(running, result, signal);
    params = { ...request.params, inputResponses, ...(requestState === undefined ? {} : { requestState }) };
  }
  throw new ToolError(
    'failed',
    `${running.tool} was stopped: its server required input more than ${MOST_ROUNDS} times.`,
  );
}

async function attempt(dialled: Dialled, connection: ServerConnection, request: ServerCall): Promise<CallAttempt> {
  const running = { server: connection.server.name, tool: request.tool, call: request.call };
  connection.calls.add(running);
  try {
    return { result: await requestResult(dialled, running, request) };
  } catch (error) {
    if (error instanceof ToolError) throw error;
    return { failure: failureOf(error, request.call.signal) };
  } finally {
    connection.calls.delete(running);
  }
}

const mayTryAgain = ({ kind }: CallFailure, atMostOnce: boolean): boolean =>
  kind === 'not-sent' || (kind === 'lost' && !atMostOnce);

function away({ server }: ServerConnection, { tool }: ServerCall): ToolError {
  return new ToolError(
    'unavailable',
    `The tool ${tool} cannot be used: the server ${server.name} is unavailable. Try again later, or do without it.`,
  );
}

function errorOf(failure: CallFailure, connection: ServerConnection, request: ServerCall): Error {
  const { tool: name, call } = request;
  if (failure.kind === 'called-off') return new ToolError('cancelled', `${name} was cancelled.`);
  const words = truncateUntrusted(failure.message, 1_000);
  if (failure.kind === 'refused') return new ToolError(failure.code, `${name} was rejected: ${words}`);
  if (failure.kind === 'lost' && call.atMostOnce)
    return new ToolError(
      'outcome_unknown',
      `The server ${connection.server.name} disconnected while ${name} ran: it may or may not have taken effect. It is not repeated automatically; find out, or ask the person, before you call it again.`,
    );
  return away(connection, request);
}

/**
 * Sends a request to a server for a call of one of its tools. A call that was not delivered is repeated once if the server returns soon; so is a call
 * whose connection was lost, unless the tool must not run twice, in which case its outcome is unknown. Throws ToolError.
 */
export async function callServer(connection: ServerConnection, request: ServerCall): Promise<ServerResult> {
  const { presence } = connection;
  const { call } = request;
  const first = presence.there;
  if (!first) throw away(connection, request);
  const tried = await attempt(first, connection, request);
  if ('result' in tried) return tried.result;
  const { failure } = tried;
  if (failure.kind === 'lost' || failure.kind === 'not-sent') connection.lost(first, failure.message);
  if (!mayTryAgain(failure, call.atMostOnce)) throw errorOf(failure, connection, request);
  const back = await presence.backAfter(first, BACK_WITHIN_MS, call.signal);
  if (!back) throw away(connection, request);
  const again = await attempt(back, connection, request);
  if ('result' in again) return again.result;
  throw errorOf(again.failure, connection, request);
}
