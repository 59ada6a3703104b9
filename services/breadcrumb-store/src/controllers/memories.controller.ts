import { Controller, Inject, UseGuards } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Respond } from '@crumbtrail/bus';
import {
  FindLeft,
  FindMemories,
  ReadAnswerReaders,
  ReadWindow,
  type ReplyOf,
  type RequestOf,
} from '@crumbtrail/contracts';
import {
  ListMemories,
  ReadMemoryHistory,
  type MemoriesReply,
  type MemoryHistoryReply,
} from '@crumbtrail/contracts/operations/memory-reading';
import { DATABASE, type WorkspaceDatabase } from '../database/database';
import type { AuthenticatedCaller } from '../identity/caller';
import { CallerGuard, CallerOf } from '../identity/caller.guard';
import { audienceOf } from '../ledger/stored-rows';
import { listMemories } from '../memories/list-memories';
import { readMemoryHistory } from '../memories/read-memory-history';
import { findLeft } from '../reading/find-left';
import { findMemories } from '../reading/find-memories';
import { readWindow } from '../reading/read-window';
import { findAnswerReaders } from '../turns/find-answer-readers';

/** Reads what agents remember, as far as the caller may know it, and what the memory-keeper works with. */
@Controller()
@UseGuards(CallerGuard)
export class MemoriesController {
  constructor(@Inject(DATABASE) private readonly database: WorkspaceDatabase) {}

  @Respond(ListMemories)
  list(
    @Payload() request: RequestOf<typeof ListMemories>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<MemoriesReply> {
    return listMemories(this.database.within(caller.workspace), request, caller);
  }

  @Respond(ReadMemoryHistory)
  history(
    @Payload() { id }: RequestOf<typeof ReadMemoryHistory>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<MemoryHistoryReply> {
    return readMemoryHistory(this.database.within(caller.workspace), id, caller);
  }

  @Respond(FindMemories)
  async find(
    @Payload() request: RequestOf<typeof FindMemories>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof FindMemories>> {
    return { memories: await findMemories(this.database.within(workspace), workspace, request) };
  }

  @Respond(FindLeft)
  async left(
    @Payload() request: RequestOf<typeof FindLeft>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof FindLeft>> {
    return { ids: await findLeft(this.database.within(workspace), workspace, request) };
  }

  @Respond(ReadWindow)
  async window(
    @Payload() request: RequestOf<typeof ReadWindow>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof ReadWindow>> {
    return { messages: await readWindow(this.database.within(workspace), workspace, request) };
  }

  @Respond(ReadAnswerReaders)
  async readers(
    @Payload() { turn }: RequestOf<typeof ReadAnswerReaders>,
    @CallerOf() { workspace }: AuthenticatedCaller,
  ): Promise<ReplyOf<typeof ReadAnswerReaders>> {
    return { readers: audienceOf(await findAnswerReaders(this.database.within(workspace), workspace, turn)) };
  }
}
