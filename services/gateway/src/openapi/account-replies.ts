import { anything, id, integer, list, maybe, number, object, ref, string, time } from './schema';

export const crumbRef = object({ id, version: integer });
export const participant = object({ kind: string, id: string });
const tokens = object({ total: integer, by_section: { type: 'object', additionalProperties: integer } });
const decision = {
  enum: [
    'kept',
    'duplicate_of',
    'low_information',
    'over_budget',
    'below_floor',
    'expired',
    'superseded',
    'hint_failed',
  ],
};
const item = {
  id,
  version: integer,
  'chunk?': integer,
  source: string,
  section: string,
  decision,
  'reason?': string,
  'cut?': integer,
  'pinned?': { const: true },
  'digest?': string,
  tokens: integer,
};
const scored = { rank: integer, score: number, scores: { type: 'object', additionalProperties: number } };
const account = object({ ...item, ...scored });
const chatMessages = list(object({ role: string, content: string }));
const piece = object({ id, version: integer, 'chunk?': integer });
const summary = object({ 'id?': id, agent: string, position: integer, config_hash: string, tokens: integer });
const changed = list(object({ item: account, cause: string }));
const held = object({ key: string, fence: integer, until: time });
const turn = object({
  ...{ id, agent: string, state: { enum: ['queued', 'open', 'closed'] }, cause: crumbRef, 'response_id?': id },
});
const diff = object({
  ...{ a: summary, b: summary, added: changed, removed: changed },
  moved: list(object({ item: account, from: integer, to: integer })),
  reworded: list(object({ a: account, b: account, cause: string })),
  tokens: object({ a: integer, b: integer, change: integer, by_section: anything }),
  causes: list(string),
});

/** What the doors of contexts and turns answer. */
export const accountReplies = {
  PreviewReply: object({
    ...{
      formatted_context: string,
      tokens,
      budget: anything,
      tokenizer: string,
      position: integer,
      config_hash: string,
    },
    ...{ items: list(account), beyond: integer, queries: integer },
    'messages?': {
      ...chatMessages,
      description: 'Of the format `messages`: the formatted context as the chat that it is.',
    },
    'query?': object({ terms: list(list({})), leans_on: list(crumbRef) }),
    'milliseconds?': object({ total: number, retrieve: number, 'store?': number }),
  }),
  Explanation: object(
    {
      ...{ id, version: integer, trail_id: id, 'session?': string, created_at: time, formatted_context: maybe(string) },
      prompt: maybe(chatMessages),
      billed: maybe(object({ counted: integer, billed: integer, drift: number })),
      ...{ kept: integer, dropped: integer, beyond: integer, tokens, budget: anything },
      items: list(
        object({
          ...{ ...item, ...scored, why: string, 'schema_name?': string, 'author?': participant, 'occurred_at?': time },
          'text?': string,
        }),
      ),
    },
    { additionalProperties: true },
  ),
  OpenedContext: object({
    ...{ turn, context: crumbRef, trail_id: id, formatted_context: string },
    messages: { ...chatMessages, description: 'What an agent of the pool would send to its model.' },
    ...{ tokens, budget: anything, claim: held },
  }),
  QueuedTurn: object({ turn }),
  TurnResponse: object({ response: ref('Breadcrumb') }),
  TurnClaim: object({ claim: held }),
  WokenTurns: object({ decided: { type: 'boolean' }, turns: list(turn) }),
  StoppedTurn: object({ turn, 'response?': ref('Breadcrumb') }),
  Replay: object({
    ...{ context: id, identical: { type: 'boolean' }, formatted_context: maybe(string) },
    ...{ recorded_hash: string, hash: maybe(string), erased: list(piece) },
    differs: list({
      oneOf: [
        object({ what: { const: 'renderer' }, recorded: string, now: string }),
        object({ what: { enum: ['text', 'hidden'] }, items: list(piece) }),
      ],
    }),
  }),
  ContextDiff: diff,
  Replan: object({ preview: ref('PreviewReply'), diff: ref('ContextDiff') }),
  WhatIf: object({
    context: id,
    recorded: object({ max_tokens: integer, tokens: integer, kept: integer }),
    budgets: list(
      object({ max_tokens: integer, tokens: integer, kept: integer, enters: list(account), leaves: list(account) }),
    ),
    ...{ beyond: integer, erased: list(piece) },
  }),
  Influence: object({
    contexts: list(
      object({
        ...{ id, agent: string, 'session?': string, created_at: time, quoted_version: integer },
        'response?': object({ id, action: string, created_at: time }),
      }),
    ),
    beyond: integer,
  }),
} as const;
