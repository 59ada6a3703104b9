import { z } from 'zod';
import { defineRoute } from './define-route';
import { breadcrumb, eventStream, id, list, name, resumeCursor, tag } from './fields';

const sessionParams = z.object({ session: name });

const messageBody = z
  .strictObject({
    content: z.string().min(1).max(262_144),
    tags: z.array(tag).max(64).optional(),
    wait_ms: z.int().min(0).max(300_000).default(0).describe('How long to wait for the answers.'),
  })
  .meta({ id: 'MessageBody' });

const answeredMessage = z
  .object({
    message: breadcrumb,
    trail_id: id,
    responses: list(breadcrumb),
    reason: z.string().optional().describe('Why no agent answers, in one sentence; only without responses.'),
  })
  .meta({ id: 'Answered' });

const acceptedMessage = z.object({ message: breadcrumb, trail_id: id }).meta({ id: 'Accepted' });

/** A message as it was stored; `responses` once every turn that it started is closed. */
export type MessageReceipt = Readonly<z.output<typeof acceptedMessage>> &
  Partial<Pick<z.output<typeof answeredMessage>, 'responses' | 'reason'>>;

export const SendMessage = defineRoute({
  name: 'sendMessage',
  method: 'POST',
  path: '/v1/sessions/:session/messages',
  tag: 'sessions',
  summary: 'Send a message; with wait_ms, wait for the answers',
  role: 'writer',
  params: sessionParams,
  body: messageBody,
  replies: { 200: answeredMessage, 202: acceptedMessage },
  idempotent: true,
});

export const WatchSession = defineRoute({
  name: 'watchSession',
  method: 'GET',
  path: '/v1/sessions/:session/stream',
  tag: 'sessions',
  summary: 'Follow a session: replies while they are written, and its breadcrumbs',
  role: 'reader',
  params: sessionParams,
  query: z.strictObject({ cursor: resumeCursor }),
  replies: { 200: eventStream },
  produces: ['text/event-stream'],
  resumes: true,
});
