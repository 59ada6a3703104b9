import { problemCodes } from '../problem-details';

const string = { type: 'string' };
const integer = { type: 'integer' };
const number = { type: 'number' };
const time = { type: 'string', format: 'date-time' };
const id = { type: 'string', format: 'uuid' };
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const list = (items: object): object => ({ type: 'array', items });
const maybe = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] });
const anything = { type: 'object', additionalProperties: true };

/** An object; names that end in `?` may be absent. */
function object(fields: Record<string, object>, more: object = {}): object {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name.replace(/\?$/, ''), schema]),
  );
  return { type: 'object', properties, required: Object.keys(fields).filter((name) => !name.endsWith('?')), ...more };
}

const crumbRef = object({ id, version: integer });
const participant = object({ kind: string, id: string });
const receipt = { id, version: integer, position: integer };
const key = { id, participant, role: string, created_at: time, 'expires_at?': time, 'revoked_at?': time };
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
  tokens: integer,
};
const scored = { rank: integer, score: number, scores: { type: 'object', additionalProperties: number } };
const node = object({
  ...{
    id,
    version: integer,
    schema_name: string,
    author: participant,
    'cause?': crumbRef,
    hop: integer,
    position: integer,
  },
  ...{ created_at: time, at_ms: number, 'duration_ms?': number, 'tokens?': integer },
  ...{ 'title?': string, 'summary?': string, 'erased?': { type: 'boolean' } },
});
const issue = object({ path: { type: 'string', description: 'JSON pointer' }, rule: string, message: string });
const page = { 'next_cursor?': string };
const durable = object({ name: string, floor: integer, waiting: integer, pending: integer });
const rendering = object({ id, version: integer, schema_name: string, text: string, 'hint_error?': string });
const state = { log_id: string, epoch: integer, head: integer, relayed: integer, indexed: integer, embedded: integer };

/** What each row of the HTTP table answers. */
export const replies = {
  Problem: object({
    ...{ type: string, title: string, status: integer, detail: string, instance: string },
    ...{ code: { enum: problemCodes }, 'issues?': list(issue), 'details?': anything },
  }),
  Receipt: object(receipt),
  BatchReceipt: object({ breadcrumbs: list(object(receipt)) }),
  BreadcrumbPage: object({ breadcrumbs: list(ref('Breadcrumb')), ...page, position: integer }),
  BreadcrumbOrRendering: { oneOf: [ref('Breadcrumb'), rendering] },
  Versions: object({ versions: list(ref('Breadcrumb')) }),
  Erasure: object({ ...receipt, derived: list(crumbRef) }),
  SearchResults: object({
    results: list(
      object({
        breadcrumb: ref('Breadcrumb'),
        score: number,
        scores: { type: 'object', additionalProperties: number },
      }),
    ),
  }),
  EventStream: {
    type: 'string',
    description:
      'Server-Sent Events. `created`, `updated`, `erased`, `expired`: an event with its crumb. `complete`: nothing is missing up to here. ' +
      '`piece`: a piece of a reply while it is written (streams of sessions). `problem`: why the stream ends.',
  },
  Accepted: object({ message: ref('Breadcrumb'), trail_id: id }),
  Answered: object({ message: ref('Breadcrumb'), trail_id: id, responses: list(ref('Breadcrumb')) }),
  TrailTree: object({
    trail_id: id,
    nodes: list(node),
    tree: list(object({ id, children: list({ type: 'object', description: 'The same again.' }) })),
  }),
  PreviewReply: object({
    ...{
      formatted_context: string,
      tokens,
      budget: anything,
      tokenizer: string,
      position: integer,
      config_hash: string,
    },
    ...{ items: list(object({ ...item, ...scored })), beyond: integer },
  }),
  Explanation: object(
    {
      ...{ id, version: integer, trail_id: id, 'session?': string, created_at: time, formatted_context: maybe(string) },
      prompt: maybe(list(object({ role: string, content: string }))),
      ...{ kept: integer, dropped: integer, beyond: integer, tokens, budget: anything },
      items: list(
        object(
          {
            id,
            version: integer,
            decision,
            why: string,
            'schema_name?': string,
            'author?': participant,
            'occurred_at?': time,
            'text?': string,
          },
          { additionalProperties: true },
        ),
      ),
    },
    { additionalProperties: true },
  ),
  Identity: object({ workspace: string, participant, role: string, key_id: string }),
  Key: object(key),
  NewKey: object({ ...key, secret: string }),
  Keys: object({ keys: list(object(key)) }),
  NewWorkspace: object({ name: string, secret: string }),
  Workspaces: object({ workspaces: list(object({ name: string, created_at: time })) }),
  Agents: object({
    agents: list({ allOf: [object({ id, version: integer, updated_at: time }), ref('AgentDefV1')] }),
    ...page,
  }),
  DeadLetters: object({ dead_letters: list(ref('Breadcrumb')), ...page }),
  Status: object({
    ...{ ...state, database: string, embedder: string, oldest_unrelayed_ms: number, durables: list(durable) },
  }),
} as const;
