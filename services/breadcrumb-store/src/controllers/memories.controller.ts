import { Controller, Inject, UseGuards } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Respond } from '@crumbtrail/bus';
import {
  ListMemories,
  ReadMemoryHistory,
  type MemoriesReply,
  type MemoryHistoryReply,
  type RequestOf,
} from '@crumbtrail/contracts';
import { DATABASE, type Database } from '../database/database';
import type { AuthenticatedCaller } from '../identity/caller';
import { CallerGuard, CallerOf } from '../identity/caller.guard';
import { listMemories } from '../memories/list-memories';
import { readMemoryHistory } from '../memories/read-memory-history';

/** Reads what agents remember, as far as the caller may know it. */
@Controller()
@UseGuards(CallerGuard)
export class MemoriesController {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  @Respond(ListMemories)
  list(
    @Payload() request: RequestOf<typeof ListMemories>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<MemoriesReply> {
    return listMemories(this.database, request, caller);
  }

  @Respond(ReadMemoryHistory)
  history(
    @Payload() { id }: RequestOf<typeof ReadMemoryHistory>,
    @CallerOf() caller: AuthenticatedCaller,
  ): Promise<MemoryHistoryReply> {
    return readMemoryHistory(this.database, id, caller);
  }
}
