import { z } from 'zod';
import type { SessionOverrideItem } from '../session-overrides';
import { maxTokens } from './contexts';
import { defineRoute } from './define-route';
import { integer, list, name, time, typedAs } from './fields';

const TAG = 'sessions';

/** The longest time after which an override ends by itself; without a time it holds until it is reverted. */
const MOST_TTL_SECONDS = 365 * 24 * 3_600;

const shared = {
  id: name.optional().describe('An item with this id is replaced. Default: the verb.'),
  reason: z.string().min(1).max(300).optional().describe('Why; everybody in the session may read it.'),
  ttl_seconds: z
    .int()
    .min(1)
    .max(MOST_TTL_SECONDS)
    .optional()
    .describe('It ends after so many seconds. Default: it holds until it is reverted.'),
};

const overrideBody = z
  .discriminatedUnion('verb', [
    z.strictObject({ verb: z.literal('pause'), ...shared }),
    z.strictObject({ verb: z.literal('mute'), ...shared, agents: z.array(name).min(1).max(256) }),
    z.strictObject({ verb: z.literal('scenario'), ...shared, text: z.string().min(1).max(16_384) }),
    z.strictObject({
      verb: z.literal('inject'),
      ...shared,
      text: z.string().min(1).max(8_192),
      position: z.enum(['before', 'after', 'at_depth']).optional(),
      depth: z.int().min(0).max(1_000).optional(),
      role: z.enum(['system', 'user', 'assistant']).optional(),
      turns: z.int().min(1).max(1_000).optional(),
    }),
    z.strictObject({ verb: z.literal('budget'), ...shared, max_tokens: maxTokens }),
  ])
  .meta({ id: 'OverrideBody' });

/** How an operator adjusts a session. */
export type OverrideBody = z.output<typeof overrideBody>;

const listedOverrides = z
  .object({
    session: z.string(),
    now: time.describe('The time of the store: items that end at it or before have no effect.'),
    version: integer.optional().describe('Version of the session.override.v1; absent where nothing was ever adjusted.'),
    overrides: list(
      typedAs<SessionOverrideItem>({ type: 'object', description: 'An item of session.override.v1.' }),
    ).describe('In the order in which they were added.'),
  })
  .meta({ id: 'SessionOverrides' });

/** How a session is adjusted. */
export type ListedOverrides = Readonly<z.output<typeof listedOverrides>>;

const sessionParams = z.object({ session: name });

export const ReadOverrides = defineRoute({
  name: 'listOverrides',
  method: 'GET',
  path: '/v1/sessions/:session/overrides',
  tag: TAG,
  summary: 'List how operators have adjusted a session',
  role: 'operator',
  params: sessionParams,
  replies: { 200: listedOverrides },
});

export const AddOverride = defineRoute({
  name: 'addOverride',
  method: 'POST',
  path: '/v1/sessions/:session/overrides',
  tag: TAG,
  summary:
    'Pause a session, mute agents, replace its scenario, inject a text or limit its budget, for some time or until it is reverted',
  role: 'operator',
  params: sessionParams,
  body: overrideBody,
  replies: { 200: listedOverrides },
  idempotent: true,
});

export const RevertOverride = defineRoute({
  name: 'revertOverride',
  method: 'DELETE',
  path: '/v1/sessions/:session/overrides/:id',
  tag: TAG,
  summary: 'Revert an adjustment of a session at once',
  role: 'operator',
  params: sessionParams.extend({ id: name }),
  replies: { 200: listedOverrides },
});
