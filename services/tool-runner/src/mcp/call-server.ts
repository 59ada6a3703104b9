import { type ToolCall, ToolError } from '@crumbtrail/tool-runtime';
import { z } from 'zod';
import type { ServerConnection } from './connection';
import type { Dialled } from './dial-server';
import { type CallFailure, failureOf } from './failure';
import { truncateUntrusted } from './lenient-schema';
import { tellProgress } from './progress-lines';
import type { ServerResult } from './result';

/** A request to a server, on behalf of a call of one of its tools. */
export interface ServerCall {
  /** The name of the tool here. */
  readonly tool: string;
  readonly request: { readonly method: string; readonly params: Record<string, unknown> };
  readonly call: Pick<ToolCall, 'signal' | 'atMostOnce' | 'tell'>;
}

/** How long a call waits for a server that disconnected during the call. */
const BACK_WITHIN_MS = 10_000;
/** Longer than any tool may run: calls end by their signal, which the client forwards to the server. */
const NEVER_MS = 660_000;

type CallAttempt = { readonly result: ServerResult } | { readonly failure: CallFailure };

/** The client's own reader would refuse the whole result of a tool that has run for one part that it does not know. */
const anyResult = z.record(z.string(), z.unknown());

async function attempt(
  { client }: Dialled,
  connection: ServerConnection,
  { request, call: { signal, tell } }: ServerCall,
): Promise<CallAttempt> {
  connection.underway += 1;
  try {
    const options = { signal, timeout: NEVER_MS, onprogress: tellProgress(tell) };
    return { result: await client.request(request, anyResult, options) };
  } catch (error) {
    return { failure: failureOf(error, signal) };
  } finally {
    connection.underway -= 1;
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
