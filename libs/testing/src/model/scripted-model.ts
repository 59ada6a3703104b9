import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { answerOf } from './answer';
import { bytes, complete, stream } from './completions';
import { embeddings } from './embeddings';
import { sendRefusal, refusalOf } from './refusal';
import type { CallEnd, ModelCall, ModelCallBody, Script, ScriptOptions, StopHabit } from './script';

/** A model server that does as it is told and remembers what it was asked. */
export interface ScriptedModel {
  /** Root of its API: `http://127.0.0.1:<port>/v1`. */
  readonly base_url: string;
  /** Chat completions asked for, in order. */
  readonly calls: readonly ModelCall[];
  /** Embeddings asked for, in order. */
  readonly embedded: readonly ModelCall[];
  /** Does these, one a call, before what it does otherwise. */
  next(...scripts: readonly Script[]): void;
  /** What it does otherwise. */
  otherwise(scripting: Script | ScriptOptions): void;
  /** What it does with `/embeddings` until told otherwise: an HTTP status, or null to answer. */
  failEmbeddings(status: number | null): void;
  /** What it makes of `stop` from now on. */
  stops(habit: StopHabit): void;
  /** Answers every request that holds one of these, at its top or in a message, with 400 and the parameter's name. */
  knowsNo(...parameters: readonly string[]): void;
  close(): Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1 that speaks the OpenAI protocol. It answers `ok` until told otherwise. */
export async function scriptedModel(scripting?: Script | ScriptOptions): Promise<ScriptedModel> {
  const server = await listenForModelCalls();
  const model = scriptedModelOn(server, scripting);
  return { ...model, close: () => close(server) };
}

/** A server on a free port of 127.0.0.1 that answers nothing yet: {@link scriptedModelOn} does. */
export async function listenForModelCalls(): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Speaks the OpenAI protocol on a listening server that is used again later: `close` ends its connections and leaves it listening. */
export function scriptedModelOn(server: Server, scripting: Script | ScriptOptions = { say: 'ok' }): ScriptedModel {
  const desk = new Desk(scripting);
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    desk.serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  };
  server.on('request', serve);
  return {
    base_url: modelUrlOf(server),
    calls: desk.calls,
    embedded: desk.embedded,
    next: (...scripts) => void desk.queue.push(...scripts),
    otherwise: (scripting) => void (desk.scripting = scripting),
    failEmbeddings: (status) => void (desk.embeddingStatus = status),
    stops: (habit) => void (desk.stopHabit = habit),
    knowsNo: (...parameters) => void (desk.unknown = parameters),
    close: async () => {
      server.off('request', serve);
      server.closeAllConnections();
    },
  };
}

/** The root of the API of a model that is served by this server. */
export const modelUrlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
}

type ReplyScript = Extract<Script, { say: string } | { calls: unknown } | { refuse: string }>;

class Desk {
  readonly calls: ModelCall[] = [];
  readonly embedded: ModelCall[] = [];
  readonly queue: Script[] = [];
  embeddingStatus: number | null = null;
  stopHabit: StopHabit = 'strip';
  unknown: readonly string[] = [];

  constructor(public scripting: Script | ScriptOptions) {}

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(/^\/v1/, '').replace(/\?.*$/, '');
    const body = await bodyOf(request);
    const call: ModelCall = { path, headers: request.headers, body, at: Date.now(), over: endOf(response) };
    if (request.method === 'POST' && path === '/chat/completions') return this.chat(call, response);
    if (request.method === 'POST' && path === '/embeddings') return this.embed(call, response);
    if (request.method === 'GET' && path === '/models') {
      response.setHeader('content-type', 'application/json');
      return void response.end(JSON.stringify({ object: 'list', data: [{ id: 'scripted', object: 'model' }] }));
    }
    sendRefusal(response, { status: 404, message: `There is no ${request.method} ${path} here` });
  }

  private embed(call: ModelCall, response: ServerResponse): void {
    this.embedded.push(call);
    if (this.embeddingStatus === null) embeddings(response, call.body);
    else sendRefusal(response, { status: this.embeddingStatus });
  }

  private async chat(call: ModelCall, response: ServerResponse): Promise<void> {
    this.calls.push(call);
    const refusal = refusalOf(call.body, this.unknown);
    if (refusal) return sendRefusal(response, refusal);
    const otherwise = this.scripting;
    const script =
      this.queue.shift() ?? (typeof otherwise === 'function' ? otherwise(call, this.calls.length) : otherwise);
    if ('stall' in script) return;
    if ('hang_up' in script) return void response.destroy();
    if ('status' in script) return sendRefusal(response, script);
    if ('body' in script) return void response.setHeader('content-type', script.type).end(script.body);
    if ('bytes' in script) return bytes(response, script);
    await this.answer(call, response, script);
  }

  private async answer(call: ModelCall, response: ServerResponse, script: ReplyScript): Promise<void> {
    const answer = 'refuse' in script ? script : answerOf(script, call.body, this.stopHabit);
    if ('say' in answer && answer.delay_ms) await wait(answer.delay_ms);
    if (call.body.stream && !('say' in answer && answer.whole)) await stream(response, call.body, answer);
    else complete(response, call.body, answer);
  }
}

/** The client broke off when the connection closed before all was written, and it was not us who closed it. */
function endOf(response: ServerResponse): Promise<CallEnd> {
  let cut = false;
  const destroy = response.destroy.bind(response);
  response.destroy = (error) => {
    cut = true;
    return destroy(error);
  };
  return new Promise((resolve) => {
    response.once('close', () => {
      resolve(response.writableFinished ? 'answered' : cut ? 'cut by the server' : 'broken off by the client');
    });
  });
}

async function bodyOf(request: IncomingMessage): Promise<ModelCallBody> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as ModelCallBody);
}
