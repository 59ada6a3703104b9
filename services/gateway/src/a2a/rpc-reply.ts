import type { AgentCard } from '@a2a-js/sdk' with { 'resolution-mode': 'import' };
import type { JsonRpcTransportHandler } from '@a2a-js/sdk/server' with { 'resolution-mode': 'import' };
import type { Request, Response } from 'express';
import type { OpenStreams } from '../live/open-streams';
import type { A2aCall } from './a2a-call';
import type { A2aSdk } from './a2a-sdk';

/** What a call by JSON-RPC is answered with. */
export interface RpcOptions {
  readonly sdk: A2aSdk;
  readonly rpc: JsonRpcTransportHandler;
  readonly call: A2aCall;
  readonly streams: OpenStreams;
  readonly card: AgentCard;
}

type Replies = AsyncGenerator<object, void, undefined>;

const isStream = (reply: object): reply is Replies => Symbol.asyncIterator in reply;

function headerOf({ headers }: Request, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The library's answer to a call: one reply, or a stream whose first reply is there. */
async function ask({ sdk, rpc, call, card }: RpcOptions, request: Request): Promise<object | [object, Replies]> {
  const requestedVersion = headerOf(request, 'a2a-version');
  const context = new sdk.ServerCallContext({
    user: call,
    ...(requestedVersion !== undefined && { requestedVersion }),
  });
  sdk.validateVersion(context.requestedVersion, card, 'JSONRPC');
  const reply = await rpc.handle(request.body as Record<string, unknown>, context);
  if (!isStream(reply)) return reply;
  const first = await reply.next();
  return first.done ? reply : [first.value, reply];
}

/** Answers a call by JSON-RPC: with one reply, or with Server-Sent Events. What was refused is an error in a reply of status 200, as the protocol has it. */
export async function answerRpc(options: RpcOptions, request: Request, response: Response): Promise<void> {
  const { id = null } = (request.body ?? {}) as { readonly id?: unknown };
  const { sdk, streams } = options;
  const toReply = (error: unknown): object => ({
    jsonrpc: '2.0',
    id,
    error: sdk.JsonRpcTransportHandler.mapToJSONRPCError(error),
  });
  const reply = await ask(options, request).catch((error: unknown) => toReply(error));
  if (!Array.isArray(reply)) return void response.status(200).json(reply);
  const [first, more] = reply as [object, Replies];
  const stream = streams.admit(response, { last: { comment: 'closing; subscribe to the task' } });
  stream.open();
  await stream.send({ data: first });
  for await (const data of more) await stream.send({ data });
  stream.close({ comment: 'the end' });
}
