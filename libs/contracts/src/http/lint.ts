import { z } from 'zod';
import { defineRoute } from './define-route';
import { crumbRef, id, idParams, integer, list, time } from './fields';

const textFinding = z.object({
  rule: z.enum(['stale', 'near_cut', 'instructions']),
  id,
  version: integer,
  chunk: integer.optional(),
  source: z.string(),
  section: z.string(),
  tokens: integer,
  says: z.string(),
  newer: crumbRef.optional(),
});

const contextFacts = z
  .object({
    context: id,
    agent: z.string(),
    session: z.string().optional(),
    now: time,
    grounded: z.boolean().describe('Whether it is known what its answer was grounded on.'),
    shares: list(
      z.object({
        source: z.string(),
        section: z.string(),
        kept: integer,
        tokens: integer,
        grounded_tokens: integer,
      }),
    ),
    sections: list(z.object({ section: z.string(), tokens: integer, refs: list(z.string()) })),
    findings: list(textFinding),
  })
  .meta({ id: 'ContextFacts' });

export const ReadContextFacts = defineRoute({
  name: 'readContextFacts',
  method: 'GET',
  path: '/v1/contexts/:id/facts',
  tag: 'contexts',
  summary:
    'Read what `crumb context lint` needs to know of a context: tokens by source, and texts that a rule is about',
  role: 'reader',
  params: idParams,
  replies: { 200: contextFacts },
});
