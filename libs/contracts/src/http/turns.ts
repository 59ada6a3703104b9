import { z } from 'zod';
import { defineRoute } from './define-route';
import { TURN_STATES } from '../operations/turns';
import {
  breadcrumb,
  claimMs,
  dateTime,
  id,
  idParams,
  integer,
  list,
  name,
  pageFields,
  pageQuery,
  time,
} from './fields';
import { claim, turn } from './turn-fields';

const tokenCount = z.int().min(0);

const heldClaim = z.strictObject({
  fence: z.int().min(0),
  key: z.string().max(128).optional(),
  until: dateTime.optional(),
});

const responseBody = z
  .strictObject({
    claim: heldClaim.describe('The claim as it was returned to this key’s participant; of it, only the fence is read.'),
    action: z.enum(['speak', 'wait', 'error']),
    content: z.string().max(262_144).optional(),
    usage: z
      .strictObject({
        prompt_tokens: tokenCount.optional(),
        cached_tokens: tokenCount.optional().describe('Of the prompt tokens, those that the provider had cached.'),
        completion_tokens: tokenCount.optional(),
        counted_prompt_tokens: tokenCount.optional().describe('What you counted before you called the model.'),
        cost_usd: z.number().min(0).optional(),
        prices: z
          .strictObject({
            input: z.number().min(0),
            output: z.number().min(0),
            cached_input: z.number().min(0).optional(),
          })
          .optional()
          .describe('What cost_usd was computed with, in US dollars per million tokens.'),
      })
      .optional(),
    finish_reason: z.string().max(128).optional(),
    model: z.string().max(200).optional(),
    latency_ms: z.number().min(0).optional(),
    attempts: z.int().min(1).optional(),
    error: z.strictObject({ code: z.string().min(1).max(128), message: z.string().max(4096) }).optional(),
  })
  .meta({ id: 'ResponseBody' });

/** How an external agent loop ends a turn. */
export type TurnResponseBody = z.output<typeof responseBody>;

const claimBody = z
  .strictObject({
    claim: heldClaim
      .optional()
      .describe('The claim to renew, as it was returned; of it, only the fence is read. Absent for a new claim.'),
    claim_ms: claimMs.unwrap().optional().describe('How long the claim lasts from now. Default 60,000.'),
    fence: z.int().min(0).optional().describe('Older spelling of `claim.fence`.'),
    ttl_ms: claimMs.describe('Older spelling of `claim_ms`.'),
  })
  .meta({ id: 'ClaimBody' });

const listedTurn = turn
  .extend({
    session: z.string().optional(),
    trail_id: id,
    requested_at: time,
    deadline_at: time
      .optional()
      .describe('Only with `state=unfinished`, of an open turn: when it is closed as unanswered.'),
    claimed_until: time.optional().describe('Only with `state=unfinished`, while somebody holds a claim on it.'),
    closed_at: time.optional(),
    duration_ms: integer
      .optional()
      .describe('From its request to its end, without the time that it waited for people.'),
    action: z.enum(['speak', 'wait', 'error', 'stopped']).optional().describe('How it ended.'),
    tokens: integer.optional().describe('As billed, else as counted.'),
    cost_usd: z.number().optional().describe('US dollars, where the prices of its model are known.'),
  })
  .meta({ id: 'ListedTurn' });

const listedTurns = pageFields
  .extend({ turns: list(listedTurn), position: integer.optional() })
  .meta({ id: 'ListedTurns' });

/** One page of the list of turns. */
export type ListedTurns = Readonly<z.output<typeof listedTurns>>;

/** The states that turns are listed by. `unfinished`: every state but `closed`. */
export const LISTED_STATES = [...TURN_STATES, 'unfinished'] as const;

export const ListTurns = defineRoute({
  name: 'listTurns',
  method: 'GET',
  path: '/v1/turns',
  tag: 'turns',
  summary:
    'List the turns on breadcrumbs that this key may read, latest first; a closed one only if the key may read its response',
  role: 'reader',
  query: pageQuery.extend({
    agent: name.optional(),
    session: name.optional(),
    state: z
      .enum(LISTED_STATES)
      .optional()
      .describe(
        '`unfinished`: the turns of `agent` that are not closed, first trigger first, on one page, with deadline and claim; with a key of the agent or of an operator.',
      ),
    since: dateTime.optional().describe('Requested at or after this time.'),
    until: dateTime.optional().describe('Requested before this time.'),
  }),
  replies: { 200: listedTurns },
});

const stoppedTurn = z.object({ turn, response: breadcrumb.optional() }).meta({ id: 'StoppedTurn' });

/** A turn that was stopped, and the response that ended it. */
export type StoppedTurn = Readonly<z.output<typeof stoppedTurn>>;

const turnResponse = z.object({ response: breadcrumb }).meta({ id: 'TurnResponse' });

export const RespondToTurn = defineRoute({
  name: 'respondToTurn',
  method: 'POST',
  path: '/v1/turns/:id/response',
  tag: 'turns',
  summary: 'Answer a turn and close it, under your claim',
  role: 'writer',
  params: idParams,
  body: responseBody,
  replies: { 201: turnResponse, 200: turnResponse },
  errors: ['stale_fence', 'turn_closed', 'wrong_runner'],
});

export const StopTurnNow = defineRoute({
  name: 'stopTurn',
  method: 'POST',
  path: '/v1/turns/:id/stop',
  tag: 'turns',
  summary: 'Stop a turn now and keep the text written so far; a closed turn is not changed',
  role: 'writer',
  params: idParams,
  replies: { 200: stoppedTurn },
});

const retriedTurn = z
  .object({
    id: id.describe('The turn.retry.v1.'),
    version: integer,
    position: integer,
    existed: z.boolean().describe('True: it was retried before.'),
  })
  .meta({ id: 'RetriedTurn' });

/** A failed turn that its agent takes once more. */
export type RetriedTurn = Readonly<z.output<typeof retriedTurn>>;

export const RetryTurn = defineRoute({
  name: 'retryTurn',
  method: 'POST',
  path: '/v1/turns/:id/retry',
  tag: 'for operators',
  summary:
    'Run a turn that ended with an error once more, on the same message and in the same session: a new turn of the current definition; the failed one stays',
  role: 'operator',
  params: idParams,
  replies: { 201: retriedTurn, 200: retriedTurn },
});

export const ClaimTurn = defineRoute({
  name: 'claimTurn',
  method: 'POST',
  path: '/v1/turns/:id/claim',
  tag: 'turns',
  summary: 'Claim a turn, or renew a claim by its fence',
  role: 'writer',
  params: idParams,
  body: claimBody,
  replies: { 200: z.object({ claim }).meta({ id: 'TurnClaim' }) },
  errors: ['stale_fence', 'turn_closed', 'wrong_runner'],
});
