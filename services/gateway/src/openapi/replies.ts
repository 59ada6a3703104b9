import { problemCodes } from '../http/problem-details';
import { crumbRef, participant } from './account-replies';
import { anything, id, integer, list, number, object, ref, string, time } from './schema';

const receipt = { id, version: integer, position: integer };
const key = { id, participant, role: string, created_at: time, 'expires_at?': time, 'revoked_at?': time };
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
  ...{ created_at: time, at_ms: number, 'duration_ms?': number, 'tokens?': integer, 'cost_usd?': number },
  ...{ 'step?': integer, 'tool?': string, 'action?': string, 'error?': string, 'partial?': { type: 'boolean' } },
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
  TrailExport: {
    type: 'string',
    description:
      'One JSON document a line, {n, part, name, sha256, data}: the `head` (format, workspace, trail, position, when, by whom, how many crumbs are hidden), ' +
      'each `node` of the tree, the `tree`, each version of each `crumb`, each `context` as explained, and the `end` with a SHA-256 over all parts.',
  },
  Identity: object({ workspace: string, participant, role: string, key_id: string }),
  Key: object(key),
  NewKey: object({ ...key, secret: string }),
  Keys: object({ keys: list(object(key)) }),
  NewWorkspace: object({ name: string, secret: string }),
  EmbeddingsStanding: object({
    ...{ serving: string, chosen: string, 'trouble?': string },
    ...{ embedded_position: integer, indexed_position: integer, backlog: integer },
  }),
  Workspaces: object({ workspaces: list(object({ name: string, created_at: time })) }),
  Agents: object({
    agents: list({ allOf: [object({ id, version: integer, updated_at: time }), ref('AgentDefV1')] }),
    ...page,
  }),
  JsonSchema: { ...anything, description: 'JSON Schema 2020-12.' },
  DeadLetters: object({
    dead_letters: list({
      allOf: [
        ref('Breadcrumb'),
        object({ 'replayed?': object({ id, at: time, by: participant, generation: integer }) }),
      ],
    }),
    ...page,
  }),
  Replayed: object({ ...receipt, generation: integer, existed: { type: 'boolean' } }),
  Tried: object({ try: ref('Breadcrumb'), trail_id: id, 'result?': ref('Breadcrumb') }),
  Status: object({
    ...{ ...state, database: string, embedder: string, oldest_unrelayed_ms: number, durables: list(durable) },
  }),
} as const;
