import { Controller } from '@nestjs/common';
import { GiveFeedback, ReadFeedback, type FeedbackList } from '@crumbtrail/contracts/http/feedback';
import { Input, Route, type RouteInput } from '../http/route';
import { AnswerFeedbacks } from './answer-feedbacks';

/** What people think of answers. */
@Controller()
export class FeedbackController {
  constructor(private readonly feedbacks: AnswerFeedbacks) {}

  @Route(GiveFeedback)
  async give(
    @Input() { params, body, caller }: RouteInput<typeof GiveFeedback>,
  ): Promise<{ feedback: FeedbackList['feedback'][number] }> {
    return { feedback: await this.feedbacks.give(caller, params.id, body) };
  }

  @Route(ReadFeedback)
  async read(@Input() { params, caller }: RouteInput<typeof ReadFeedback>): Promise<FeedbackList> {
    return { feedback: await this.feedbacks.list(caller, params.id) };
  }
}
