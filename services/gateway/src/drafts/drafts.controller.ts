import { Controller } from '@nestjs/common';
import { PublishDraft, type PublishedDraft } from '@crumbtrail/contracts/http/drafts';
import { Input, Route, type RouteInput } from '../http/route';
import { DraftPublisher } from './draft-publisher';

/** Drafts of agents, for operators. */
@Controller()
export class DraftsController {
  constructor(private readonly publisher: DraftPublisher) {}

  @Route(PublishDraft)
  publish(@Input() { params, body, caller }: RouteInput<typeof PublishDraft>): Promise<PublishedDraft> {
    return this.publisher.publish(caller, params.agent, body);
  }
}
