import type { JsonRpcTransportHandler } from '@a2a-js/sdk/server' with { 'resolution-mode': 'import' };
import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { refuse } from '@crumbtrail/contracts';
import { A2A_PATH, type AgentCardJson } from '@crumbtrail/contracts/http/a2a';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import type { Request, RequestHandler, Response } from 'express';
import { namesCaller, Publications, type ReachableAgent } from '../agents/publications';
import type { LocatedIdentity } from '../cells/cell-directory';
import { type Caller } from '../http/caller';
import { disconnectSignal } from '../http/disconnect-signal';
import { refuseDeep } from '../http/parse-shape';
import { ShutdownSignal } from '../http/shutdown-signal';
import { OpenStreams } from '../live/open-streams';
import { ServiceRequests } from '../ports';
import { A2aCall } from './a2a-call';
import { type A2aSdk, loadA2aSdk } from './a2a-sdk';
import { A2aSettings } from './a2a-settings';
import { interfacesAt, toAgentCard } from './agent-card';
import { CardSigner } from './card-signer';
import { PushConfigs } from './push-configs';
import { ignoredFields } from './read-message';
import { answerRpc } from './rpc-reply';
import { TaskHandler } from './task-handler';
import { TaskReader } from './task-reader';
import { TaskTurns } from './task-turns';

/** Levels of nesting around a message: the envelope of JSON-RPC and its `params`. */
const AROUND = 2;

/** How often a comment keeps a quiet stream of the HTTP+JSON binding open, in milliseconds. */
const HEARTBEAT_MS = 15_000;

interface LoadedA2a {
  readonly sdk: A2aSdk;
  readonly rpc: JsonRpcTransportHandler;
  readonly rest: RequestHandler;
}

/** A request for one agent. */
export interface A2aRequest {
  readonly caller: Caller;
  readonly agent: string;
  readonly request: Request;
  readonly response: Response;
}

/** Serves the agents that their definitions publish by A2A, with A2A's own library for the bindings. */
@Injectable()
export class A2aServer {
  private loaded: Promise<LoadedA2a> | undefined;
  /** The calls of requests that the library is handling. */
  private readonly calls = new WeakMap<object, A2aCall>();

  // eslint-disable-next-line max-params -- injected by Nest, by type and not by position
  constructor(
    private readonly requests: ServiceRequests,
    private readonly publications: Publications,
    private readonly turns: TaskTurns,
    private readonly tasks: TaskReader,
    private readonly pushes: PushConfigs,
    private readonly signer: CardSigner,
    private readonly streams: OpenStreams,
    private readonly closing: ShutdownSignal,
    private readonly settings: A2aSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The cards of all agents that are published for the caller. */
  async listCards(caller: Caller, request: Request): Promise<AgentCardJson[]> {
    const identity = await this.requests.identify(caller);
    const agents = await this.publications.list(identity);
    const origin = this.originOf(request);
    const cards = agents.filter((one) => isFor(one, identity)).map((one) => toAgentCard(one, origin));
    return Promise.all(cards.map((card) => this.signer.sign(card)));
  }

  async readCard(caller: Caller, agent: string, request: Request): Promise<AgentCardJson> {
    const identity = await this.requests.identify(caller);
    return this.signer.sign(toAgentCard(await this.find(identity, agent), this.originOf(request)));
  }

  /** Answers a call by JSON-RPC. */
  async callMethod(asked: A2aRequest): Promise<void> {
    const { sdk, rpc } = await this.load();
    const call = await this.prepare(asked);
    const { request, response } = asked;
    const { params } = (request.body ?? {}) as { readonly params?: unknown };
    setIgnored(response, params);
    await answerRpc({ sdk, rpc, call, streams: this.streams, card: sdk.AgentCard.fromJSON(CARD) }, request, response);
  }

  /** Answers a request of the HTTP+JSON binding. */
  async answer(asked: A2aRequest): Promise<void> {
    const { rest } = await this.load();
    const { request, response, agent } = asked;
    this.calls.set(request, await this.prepare(asked));
    setIgnored(response, request.method === 'POST' ? request.body : undefined);
    keepOpen(response);
    // The library's router knows paths below the agent alone.
    request.url = request.url.slice(`${A2A_PATH}${agent}`.length);
    const { route } = request;
    response.once('finish', () => Object.assign(request, { route }));
    await new Promise<void>((resolve, reject) => {
      response.once('close', resolve);
      void rest(request, response, (error?: unknown) => reject((error as Error) ?? new NotFoundException()));
    });
  }

  private async prepare({ caller, agent, request, response }: A2aRequest): Promise<A2aCall> {
    refuseDeep(request.body, AROUND);
    const identity = await this.requests.identify(caller);
    const to = await this.find(identity, agent);
    const gone = AbortSignal.any([disconnectSignal(response), this.closing.signal]);
    return new A2aCall({ caller, identity, to, gone, origin: this.originOf(request) });
  }

  private async find(identity: LocatedIdentity, agent: string): Promise<ReachableAgent> {
    const to = await this.publications.find(identity, agent);
    if (!to?.definition.publish?.a2a)
      throw refuse('not_found', `No agent ${agent} is published by A2A in the workspace ${identity.workspace}.`);
    if (isFor(to, identity)) return to;
    const { kind, id } = identity.participant;
    throw refuse(
      'forbidden',
      `${kind}:${id} may not use ${agent}: its definition names others in publish.a2a.callers.`,
    );
  }

  private originOf({ protocol, headers: { host = 'localhost' } }: Request): string {
    return this.settings.publicUrl ?? `${protocol}://${host}`;
  }

  private load(): Promise<LoadedA2a> {
    this.loaded ??= this.begin();
    return this.loaded;
  }

  private async begin(): Promise<LoadedA2a> {
    const sdk = await loadA2aSdk();
    const { turns, tasks, pushes } = this;
    const onFailure = (err: unknown): void => this.logger.error({ err }, 'a request of A2A failed');
    const [rpc, rest] = (['JSONRPC', 'HTTP+JSON'] as const).map(
      (binding) => new TaskHandler({ sdk, binding, turns, tasks, pushes, onFailure }),
    ) as [TaskHandler, TaskHandler];
    const userBuilder = (request: object): Promise<A2aCall> => Promise.resolve(this.calls.get(request) as A2aCall);
    return {
      sdk,
      rpc: new sdk.JsonRpcTransportHandler(rpc),
      rest: sdk.restHandler({ requestHandler: rest, userBuilder }),
    };
  }
}

/** All that the library reads of a card when it checks the version of a request. */
const CARD = { supportedInterfaces: interfacesAt('/') };

const isFor = ({ definition: { publish } }: ReachableAgent, identity: LocatedIdentity): boolean =>
  publish?.a2a !== undefined && namesCaller(publish.a2a.callers, identity);

function setIgnored(response: Response, params: unknown): void {
  const ignored = ignoredFields(params);
  if (ignored.length > 0) response.setHeader('Crumbtrail-Ignored', ignored.join(', '));
}

/** The library writes nothing while an agent thinks, and proxies close quiet connections. */
function keepOpen(response: Response): void {
  const timer = setInterval(() => {
    const isStream = String(response.getHeader('content-type')).startsWith('text/event-stream');
    if (isStream && response.headersSent && !response.writableNeedDrain) response.write(': still here\n\n');
  }, HEARTBEAT_MS);
  response.once('close', () => clearInterval(timer));
}
