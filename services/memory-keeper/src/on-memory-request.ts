import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import {
  ChangeFact,
  RecallMemory,
  ReflectOnMemory,
  RememberFact,
  SwitchMemoryContext,
  type ChangeFactRequest,
  type MemoryChangeReply,
  type RecallReply,
  type RecallRequest,
  type ReflectRequest,
  type RememberRequest,
  type SwitchMemoryContextRequest,
} from '@crumbtrail/contracts';
import { MemoryKeeper } from './memory-keeper';
import { changeFact } from './requests/change-fact';
import { recall } from './requests/recall';
import { reflect } from './requests/reflect';
import { remember } from './requests/remember';
import { switchContext } from './requests/switch-context';

/** Answers what agents ask of their memory, and changes what people correct. */
@Controller()
export class OnMemoryRequest {
  constructor(private readonly keeper: MemoryKeeper) {}

  @Respond(RecallMemory)
  recall(request: RecallRequest, { workspace }: RequestContext): Promise<RecallReply> {
    return recall(this.keeper.ports, workspace, request);
  }

  @Respond(RememberFact)
  remember(request: RememberRequest, { workspace }: RequestContext): Promise<MemoryChangeReply> {
    return remember(this.keeper.ports, workspace, request);
  }

  @Respond(ReflectOnMemory)
  reflect(request: ReflectRequest, { workspace }: RequestContext): Promise<MemoryChangeReply> {
    return reflect(this.keeper.ports, workspace, request);
  }

  @Respond(SwitchMemoryContext)
  switch(request: SwitchMemoryContextRequest, { workspace }: RequestContext): Promise<MemoryChangeReply> {
    return switchContext(this.keeper.ports, workspace, request);
  }

  @Respond(ChangeFact)
  change(request: ChangeFactRequest, { workspace, key }: RequestContext): Promise<MemoryChangeReply> {
    return changeFact(this.keeper.ports, { workspace, key }, request);
  }
}
