import { Injectable } from '@nestjs/common';
import { Trail, type TrailReply, type TrailRequest } from '@crumbtrail/contracts';
import { GroundingReader } from '../contexts/grounding-reader';
import type { Caller } from '../http/caller';
import { ServiceRequests } from '../ports';

/** Reads trails with the caller's rights, and what their replies rest on. */
@Injectable()
export class TrailReader {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly groundings: GroundingReader,
  ) {}

  async read(caller: Caller, request: TrailRequest): Promise<TrailReply> {
    const trail = await this.requests.request(Trail, caller, request);
    return { ...trail, nodes: await this.groundings.cite(caller, trail.nodes) };
  }
}
