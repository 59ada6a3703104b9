import { Injectable } from '@nestjs/common';
import { Bus } from '@crumbtrail/bus';
import type { Operation } from '@crumbtrail/contracts';
import { ToolMemories, type AskingLimits } from '../ports';
import { requestUntilAnswered } from './request-until-answered';

/** Asks the memory-keeper, which decides what a request may read and change. */
@Injectable()
export class ToolMemoriesNats extends ToolMemories {
  constructor(private readonly bus: Bus) {
    super();
  }

  send<Request, Reply>(
    operation: Operation<Request, Reply>,
    workspace: string,
    request: Request,
    limits: AskingLimits,
  ): Promise<Reply> {
    return requestUntilAnswered({ bus: this.bus, operation, workspace }, request, limits);
  }
}
