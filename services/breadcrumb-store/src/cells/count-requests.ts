import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { finalize, type Observable } from 'rxjs';
import { workspaceOf } from '../identity/caller.guard';
import { WorkspaceGate } from '../identity/workspace-gate';

/** Counts the requests of each workspace that are not answered yet, so that a move can wait for them. */
@Injectable()
export class CountRequests implements NestInterceptor {
  constructor(private readonly gate: WorkspaceGate) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const workspace = workspaceOf(context);
    return workspace === null ? next.handle() : next.handle().pipe(finalize(this.gate.enter(workspace)));
  }
}
