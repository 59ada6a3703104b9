import { z } from 'zod';
import { defineRoute } from './define-route';
import { eventStream, id, name, queryList, resumeCursor, schemaName } from './fields';

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
    trail: id.optional().describe('Only what happens in this trail.'),
    kind: queryList(z.enum(['created', 'updated', 'erased', 'expired'])).optional(),
  }),
  replies: { 200: eventStream },
  produces: ['text/event-stream'],
  resumes: true,
});
