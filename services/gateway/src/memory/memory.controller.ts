import { Controller } from '@nestjs/common';
import { ChangeFact, type FactChange } from '@crumbtrail/contracts';
import { ListMemories, ReadMemoryHistory } from '@crumbtrail/contracts/operations/memory-reading';
import {
  ChangeMemoryFact,
  ForgetMemoryFact,
  ReadMemories,
  ReadMemory,
  type ChangedMemories,
  type ListedMemories,
  type MemoryHistory,
} from '@crumbtrail/contracts/http/memory';
import { Input, Route, type RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';
import { toFactHistories } from './fact-histories';

interface ChangedFact {
  readonly memory: string;
  readonly fact: string;
  readonly version: number | undefined;
  readonly change: FactChange;
}

/** What agents remember: list, read, correct and forget. */
@Controller()
export class MemoryController {
  constructor(private readonly requests: ServiceRequests) {}

  @Route(ReadMemories)
  list(@Input() { query, caller }: RouteInput<typeof ReadMemories>): Promise<ListedMemories> {
    return this.requests.request(ListMemories, caller, query);
  }

  @Route(ReadMemory)
  async read(@Input() { params, caller }: RouteInput<typeof ReadMemory>): Promise<MemoryHistory> {
    const history = await this.requests.request(ReadMemoryHistory, caller, { id: params.id });
    return { memory: history.memory, facts: toFactHistories(history), sources: history.sources };
  }

  @Route(ChangeMemoryFact)
  change(@Input() { params, body, caller }: RouteInput<typeof ChangeMemoryFact>): Promise<ChangedMemories> {
    const { id: memory, fact } = params;
    const change: FactChange = 'text' in body ? { do: 'edit', text: body.text } : { do: body.pinned ? 'pin' : 'unpin' };
    return this.request({ memory, fact, version: body.version, change }, caller);
  }

  @Route(ForgetMemoryFact)
  forget(@Input() { params, query, caller }: RouteInput<typeof ForgetMemoryFact>): Promise<ChangedMemories> {
    const { id: memory, fact } = params;
    return this.request({ memory, fact, version: query.version, change: { do: 'forget' } }, caller);
  }

  private async request(
    { version, ...changed }: ChangedFact,
    caller: RouteInput<typeof ChangeMemoryFact>['caller'],
  ): Promise<ChangedMemories> {
    const { memories, changed: count } = await this.requests.request(ChangeFact, caller, {
      ...changed,
      ...(version === undefined ? {} : { version }),
    });
    return { memories, changed: count };
  }
}
