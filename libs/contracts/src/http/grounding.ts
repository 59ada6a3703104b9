import { z } from 'zod';
import { defineRoute } from './define-route';
import { author, id, idParams, integer, list, time } from './fields';

const citedSource = z.object({
  id,
  version: integer,
  chunk: integer.optional(),
  schema_name: z.string().optional(),
  author: author.optional(),
  occurred_at: time.optional(),
  text: z.string().optional().describe('The start of its text. Absent once it was erased.'),
});

const groundedSentence = z.object({
  start: integer.describe('Index of its first character in the reply, in UTF-16 units.'),
  end: integer,
  text: z.string().optional().describe('Absent once the reply was erased.'),
  rests_on: list(z.object({ source: integer.describe('Index in `sources`.'), share: z.number() })),
});

/** What a reply rests on. */
export const groundedReply = z
  .object({
    response: id,
    found: z.boolean().describe('false: no sentence rests on anything, nobody looked yet, or it is not for this key.'),
    sentences: list(groundedSentence),
    sources: list(citedSource),
    beyond: integer.optional(),
  })
  .meta({ id: 'GroundedReply' });

/** What each sentence of a reply rests on: the breadcrumbs of its context that say the same. */
export type GroundedReply = Readonly<z.output<typeof groundedReply>>;

export const ReadGrounding = defineRoute({
  name: 'readGrounding',
  method: 'GET',
  path: '/v1/breadcrumbs/:id/grounding',
  tag: 'breadcrumbs',
  summary: 'Read what each sentence of a reply rests on; the id is that of the reply or of its context',
  role: 'reader',
  params: idParams,
  replies: { 200: groundedReply },
});
