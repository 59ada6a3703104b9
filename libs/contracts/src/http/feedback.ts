import { z } from 'zod';
import type { AnswerFeedbackV1 } from '../generated/types';
import { defineRoute } from './define-route';
import { breadcrumbWith, idParams, list } from './fields';

const feedbackBody = z
  .strictObject({
    score: z.number().min(-1).max(1).optional().describe('From -1, bad, to 1, good.'),
    note: z.string().min(1).max(4_096).optional(),
    labels: z.array(z.string().min(1).max(64)).min(1).max(16).optional(),
  })
  .refine(
    ({ score, note, labels }) => score !== undefined || note !== undefined || labels !== undefined,
    'give a score, a note or labels',
  )
  .meta({ id: 'FeedbackBody' });

/** What somebody thinks of an answer. */
export type FeedbackBody = z.output<typeof feedbackBody>;

const feedback = breadcrumbWith<AnswerFeedbackV1>();

const feedbackList = z.object({ feedback: list(feedback) }).meta({ id: 'FeedbackList' });

/** The latest feedback of each author, the latest first. */
export type FeedbackList = Readonly<z.output<typeof feedbackList>>;

export const GiveFeedback = defineRoute({
  name: 'giveFeedback',
  method: 'POST',
  path: '/v1/breadcrumbs/:id/feedback',
  tag: 'breadcrumbs',
  summary:
    'Say what you think of an answer; what is left out stays as you said before. Those who may read the answer may read it, it is erased with the answer, and no agent sees it',
  role: 'writer',
  params: idParams,
  body: feedbackBody,
  replies: { 201: z.object({ feedback }).meta({ id: 'GivenFeedback' }) },
});

export const ReadFeedback = defineRoute({
  name: 'readFeedback',
  method: 'GET',
  path: '/v1/breadcrumbs/:id/feedback',
  tag: 'breadcrumbs',
  summary: 'Read what people think of an answer: the latest of each author',
  role: 'reader',
  params: idParams,
  replies: { 200: feedbackList },
});
