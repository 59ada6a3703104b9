import { z } from 'zod';
import type { AgentContextV1 } from '../generated/types';
import { TURN_STATES } from '../operations/turns';
import { crumbRef, id, integer, list, time } from './fields';

/** A turn; `response_id` once it has a response. */
export const turn = z.object({
  id,
  agent: z.string(),
  state: z.enum(TURN_STATES).describe('`waiting`: it waits for a person, and other turns go first.'),
  cause: crumbRef,
  response_id: id.optional(),
  chosen: z
    .object({ strategy: z.enum(['natural', 'list', 'pooled', 'director', 'rules', 'trigger']), reason: z.string() })
    .optional()
    .describe('Why this agent speaks: in a session with a strategy, or where it was triggered.'),
  waits: z.literal(true).optional().describe('A person has to decide before it goes on: see /v1/approvals.'),
});

/** The turns that a breadcrumb started. */
export const wokenTurns = z
  .object({
    decided: z.boolean(),
    turns: list(turn),
    reason: z.string().optional().describe('Why no agent woke, in one sentence.'),
    silent: z.string().optional().describe('Why the other agents do not speak, in a session with a strategy.'),
    removed_before: time
      .optional()
      .describe('Retention has removed turns or decisions that ended before this time; the breadcrumb is older.'),
  })
  .meta({ id: 'WokenTurns' });

/** The turns that a breadcrumb started; `decided`: no more will follow. */
export type WokenTurns = Readonly<z.output<typeof wokenTurns>>;

/** A claim on a turn. */
export const claim = z.object({ key: z.string(), fence: integer, until: time });

/** The right to answer a turn, until an ISO time. */
export type TurnClaim = Readonly<z.output<typeof claim>>;

/** A message of a prompt. */
export const chatMessage = z.object({
  role: z.custom<'system' | 'user' | 'assistant'>().meta({ type: 'string' }),
  content: z.string(),
});

/** Tokens of a context. */
export const tokens = z.custom<AgentContextV1['tokens']>().meta({
  type: 'object',
  properties: { total: { type: 'integer' }, by_section: { type: 'object', additionalProperties: { type: 'integer' } } },
  required: ['total', 'by_section'],
});

/** The budget that a context was built for. */
export const budget = z.custom<AgentContextV1['budget']>().meta({ type: 'object', additionalProperties: true });
