import type { AnswerFeedbackV1, Envelope } from '@crumbtrail/contracts';
import type { FeedbackList } from '@crumbtrail/contracts/http/feedback';
import { call, type GatewayAddress, type RequestTo } from './call';

/** A score from -1 to 1, a note, labels, or several of these. */
export type FeedbackOptions = RequestTo<'POST /v1/breadcrumbs/:id/feedback'>['body'];

/** What people think of answers of agents. */
export class Feedback {
  constructor(private readonly gateway: GatewayAddress) {}

  /** Says what you think of an answer; the latest counts. */
  async give(answer: string, options: FeedbackOptions): Promise<Envelope<AnswerFeedbackV1>> {
    const request = { params: { id: answer }, body: options };
    return (await call(this.gateway, 'POST /v1/breadcrumbs/:id/feedback', request)).feedback;
  }

  /** The latest of each author, the latest first. */
  async list(answer: string): Promise<FeedbackList['feedback']> {
    return (await call(this.gateway, 'GET /v1/breadcrumbs/:id/feedback', { params: { id: answer } })).feedback;
  }
}
