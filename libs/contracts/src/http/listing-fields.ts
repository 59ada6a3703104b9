import { z } from 'zod';
import { TRAIL_OUTCOMES, type CrumbLine } from '../operations/listings';
import { audience, author, dateTime, id, name, pageQuery, participantFilter, time } from './fields';

/** How the turns of a trail ended. */
export const trailOutcome = z
  .enum(TRAIL_OUTCOMES)
  .describe(
    '`open` while a turn is queued or open; else `failed` if one failed, `stopped` if one was stopped, `answered` if one answered, ' +
      '`waited` if its agents decided to say nothing; `none` without turns. Of sessions: of the trail of the latest breadcrumb.',
  );

/** The filters that lists of sessions and of trails have in common, with the cursor. */
export const listingQuery = pageQuery.extend({
  participant: participantFilter.optional().describe('Somebody who wrote in it, by id or by kind and id.'),
  agent: name.optional().describe('An agent that was woken in it.'),
  outcome: trailOutcome.optional(),
  since: dateTime.optional(),
  until: dateTime.optional(),
});

/** A breadcrumb in one line. */
export const crumbLine = z
  .object({
    id,
    trail_id: id,
    schema_name: z.string(),
    author,
    audience,
    occurred_at: time,
    text: z.string().optional(),
  })
  .meta({ id: 'BreadcrumbLine' }) satisfies z.ZodType<CrumbLine>;
