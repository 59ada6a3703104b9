import { z } from 'zod';
import { defineRoute } from './define-route';
import { eventStream, name, queryList, resumeCursor, schemaName } from './fields';

export const FollowEvents = defineRoute({
  name: 'followEvents',
  method: 'GET',
  path: '/v1/events',
  tag: 'events',
  summary: 'Follow the log from a cursor',
  role: 'reader',
  query: z.strictObject({
    cursor: resumeCursor,
    schema: queryList(schemaName).optional(),
    session: name.optional(),
    kind: queryList(z.enum(['created', 'updated', 'erased', 'expired'])).optional(),
  }),
  replies: { 200: eventStream },
  produces: ['text/event-stream'],
  resumes: true,
});
