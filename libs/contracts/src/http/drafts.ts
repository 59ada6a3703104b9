import { z } from 'zod';
import { defineRoute } from './define-route';
import { id, integer, name } from './fields';

const publishBody = z
  .strictObject({
    version: z.int().min(1).describe('The version of the draft that you have read.'),
    overwrite: z
      .boolean()
      .default(false)
      .describe('Publishes over changes of the definition since the draft was begun. Default: those are a conflict.'),
  })
  .meta({ id: 'PublishBody' });

const publishedDraft = z
  .object({
    agent: z.string(),
    id: id.describe('The agent.def.v1.'),
    version: integer.describe('Its new version.'),
    draft: z.object({ id, version: integer }).describe('The draft, which is empty from now on.'),
  })
  .meta({ id: 'PublishedDraft' });

/** A draft that became the definition of its agent. */
export type PublishedDraft = Readonly<z.output<typeof publishedDraft>>;

export const PublishDraft = defineRoute({
  name: 'publishDraft',
  method: 'POST',
  path: '/v1/agents/:agent/draft/publish',
  tag: 'for operators',
  summary:
    'Make the draft of an agent its definition, from the next turn on: both change in one transaction, and the publisher is the author of the new version',
  role: 'operator',
  params: z.object({ agent: name }),
  body: publishBody,
  replies: { 200: publishedDraft },
});
