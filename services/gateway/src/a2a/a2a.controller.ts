import { Controller, Req, Res } from '@nestjs/common';
import {
  type AgentCardJson,
  CallA2aMethod,
  CancelA2aTask,
  CreateA2aPushConfig,
  DeleteA2aPushConfig,
  FollowA2aTask,
  ListA2aPushConfigs,
  ListA2aTasks,
  ListAgentCards,
  ReadA2aPushConfig,
  ReadA2aTask,
  ReadAgentCard,
  ReadExtendedAgentCard,
  SendA2aMessage,
  StreamA2aMessage,
  SubscribeToA2aTask,
} from '@crumbtrail/contracts/http/a2a';
import type { Request, Response } from 'express';
import type { Caller } from '../http/caller';
import { Input, Route, type RouteInput } from '../http/route';
import { A2aServer } from './a2a-server';

/** What every handler of the HTTP+JSON binding receives. */
interface AgentInput {
  readonly caller: Caller;
  readonly params: { readonly agent: string };
}

/** A2A's library validates bodies, and answers in the errors of the protocol. */
const parseBody = <Body>(body: unknown): Body => body as Body;

/** Agents over A2A 1.0: a context is a session, a task is a turn. */
@Controller()
export class A2aController {
  constructor(private readonly server: A2aServer) {}

  @Route(ListAgentCards)
  async list(
    @Input() { caller }: RouteInput<typeof ListAgentCards>,
    @Req() request: Request,
  ): Promise<{ cards: readonly AgentCardJson[] }> {
    return { cards: await this.server.listCards(caller, request) };
  }

  @Route(ReadAgentCard)
  card(@Input() { caller, params }: RouteInput<typeof ReadAgentCard>, @Req() request: Request): Promise<AgentCardJson> {
    return this.server.readCard(caller, params.agent, request);
  }

  @Route(CallA2aMethod, { parseBody })
  call(
    @Input() { caller, params }: RouteInput<typeof CallA2aMethod>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.server.callMethod({ caller, agent: params.agent, request, response });
  }

  @Route(SendA2aMessage, { parseBody })
  send(@Input() input: AgentInput, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(input, request, response);
  }

  @Route(StreamA2aMessage, { parseBody })
  stream(@Input() input: AgentInput, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(input, request, response);
  }

  @Route(ListA2aTasks)
  tasks(@Input() input: AgentInput, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(input, request, response);
  }

  @Route(SubscribeToA2aTask)
  subscribe(@Input() input: AgentInput, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(input, request, response);
  }

  @Route(FollowA2aTask)
  follow(@Input() input: AgentInput, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(input, request, response);
  }

  @Route(CancelA2aTask)
  cancel(@Input() input: AgentInput, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(input, request, response);
  }

  @Route(ReadA2aTask)
  read(@Input() input: AgentInput, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(input, request, response);
  }

  @Route(ReadExtendedAgentCard)
  extendedCard(@Input() input: AgentInput, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(input, request, response);
  }

  @Route(CreateA2aPushConfig, { parseBody })
  createConfig(@Input() input: AgentInput, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(input, request, response);
  }

  @Route(ListA2aPushConfigs)
  listConfigs(@Input() input: AgentInput, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(input, request, response);
  }

  @Route(ReadA2aPushConfig)
  readConfig(@Input() input: AgentInput, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(input, request, response);
  }

  @Route(DeleteA2aPushConfig)
  deleteConfig(@Input() input: AgentInput, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.answer(input, request, response);
  }

  private answer({ caller, params: { agent } }: AgentInput, request: Request, response: Response): Promise<void> {
    return this.server.answer({ caller, agent, request, response });
  }
}
