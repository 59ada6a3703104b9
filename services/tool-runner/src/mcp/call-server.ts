import { ToolError } from '@crumbtrail/tool-runtime';
import { z } from 'zod';
import type { ServerConnection } from './connection';
import type { Lent } from './definitions';
import type { Dialled } from './dial-server';
import { type CallFailure, failureOf } from './failure';
import { truncateUntrusted } from './lenient-schema';
import type { ServerResult } from './result';

/** A call of a server's tool. */
export interface ServerCall {
  readonly lent: Lent;
  readonly input: Record<string, unknown>;
  readonly signal: AbortSignal;
  readonly atMostOnce: boolean;
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
  { lent, input, signal }: ServerCall,
): Promise<CallAttempt> {
  connection.underway += 1;
  try {
    const request = { method: 'tools/call', params: { name: lent.remote, arguments: input } };
    return { result: await client.request(request, anyResult, { signal, timeout: NEVER_MS }) };
  } catch (error) {
    return { failure: failureOf(error, signal) };
  } finally {
    connection.underway -= 1;
  }
}

const mayTryAgain = ({ kind }: CallFailure, atMostOnce: boolean): boolean =>
  kind === 'not-sent' || (kind === 'lost' && !atMostOnce);

function away({ server }: ServerConnection, { lent }: ServerCall): ToolError {
  return new ToolError(
    'unavailable',
    `The tool ${lent.definition.name} cannot be used: the server ${server.name} is unavailable. Try again later, or do without it.`,
  );
}

function errorOf(failure: CallFailure, connection: ServerConnection, call: ServerCall): Error {
  const { name } = call.lent.definition;
  if (failure.kind === 'called-off') return new ToolError('cancelled', `${name} was cancelled.`);
  const words = truncateUntrusted(failure.message, 1_000);
  if (failure.kind === 'refused') return new ToolError(failure.code, `${name} was rejected: ${words}`);
  if (failure.kind === 'lost' && call.atMostOnce)
    return new ToolError(
      'outcome_unknown',
      `The server ${connection.server.name} disconnected while ${name} ran: it may or may not have taken effect. It is not repeated automatically; find out, or ask the person, before you call it again.`,
    );
  return away(connection, call);
}

/**
 * Calls a tool of a server. A call that was not delivered is repeated once if the server returns soon; so is a call
 * whose connection was lost, unless the tool must not run twice, in which case its outcome is unknown. Throws ToolError.
 */
export async function callServer(connection: ServerConnection, call: ServerCall): Promise<ServerResult> {
  const { presence } = connection;
  const first = presence.there;
  if (!first) throw away(connection, call);
  const tried = await attempt(first, connection, call);
  if ('result' in tried) return tried.result;
  const { failure } = tried;
  if (failure.kind === 'lost' || failure.kind === 'not-sent') connection.lost(first, failure.message);
  if (!mayTryAgain(failure, call.atMostOnce)) throw errorOf(failure, connection, call);
  const back = await presence.backAfter(first, BACK_WITHIN_MS, call.signal);
  if (!back) throw away(connection, call);
  const again = await attempt(back, connection, call);
  if ('result' in again) return again.result;
  throw errorOf(again.failure, connection, call);
}
