import {
  ToolRequest,
  ToolTry,
  singletonId,
  toolRequestId,
  type AgentDefV1,
  type Draft,
  type Envelope,
  type ToolDefV1,
  type ToolRequestV1,
  type ToolTryV1,
} from '@crumbtrail/contracts';
import type { ActiveClaim } from '../src/claims/active-claim';
import { ConcurrencyLimit } from '../src/run/concurrency-limit';
import type { ToolFacts, ReceivedToolRequest } from '../src/ports';
import type { ToolDependencies } from '../src/run/run-tool';
import type { Tool } from '../src/tool';
import { ToolRegistry } from '../src/tool-registry';

const WORKSPACE = 'default';
const TURN = '00000000-0000-4000-8000-000000000001';
const definition = { id: singletonId(WORKSPACE, 'agent', 'abe'), version: 3 };

/** The definition of a tool `add` that takes two numbers and returns one. */
export const add: ToolDefV1 = {
  name: 'add',
  description: 'Adds.',
  input: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
    additionalProperties: false,
  },
  output: { type: 'number' },
  examples: [{ input: { a: 1, b: 2 } }],
};

/** A request of a turn. */
interface ReceivedTurnRequest extends ReceivedToolRequest {
  readonly request: Envelope<ToolRequestV1>;
}

/** A request of `abe` to add 1 and 2. */
export function aRequest(
  over: Partial<ToolRequestV1> = {},
  author = { kind: 'agent', id: 'abe' },
): ReceivedTurnRequest {
  const context: ToolRequestV1 = {
    turn: { id: TURN },
    agent: 'abe',
    definition,
    step: 1,
    ordinal: 0,
    tool: 'add',
    tool_def: { id: singletonId(WORKSPACE, 'tool', 'add'), version: 1 },
    input: { a: 1, b: 2 },
    runner: 'tool-runner',
    reply_to: 'pool',
    ...over,
  };
  const request = {
    schema_name: ToolRequest.name,
    id: toolRequestId(WORKSPACE, TURN, { step: 1, ordinal: 0 }),
    version: 1,
    position: 7,
    session: 'demo',
    created_at: '2026-03-01T08:00:00.000Z',
    author,
    context,
  };
  return { workspace: WORKSPACE, request: request as unknown as ReceivedTurnRequest['request'] };
}

/** The operator `ann` tries to add 1 and 2. */
export function aTry(over: Partial<ToolTryV1> = {}): ReceivedToolRequest {
  const context: ToolTryV1 = {
    tool: 'add',
    tool_def: { id: singletonId(WORKSPACE, 'tool', 'add'), version: 1 },
    input: { a: 1, b: 2 },
    runner: 'tool-runner',
    begin_by: '2026-03-01T08:00:10.000Z',
    ...over,
  };
  const request = {
    schema_name: ToolTry.name,
    id: '00000000-0000-7000-8000-000000000002',
    version: 1,
    position: 7,
    context,
    created_at: '2026-03-01T08:00:00.000Z',
    author: { kind: 'user', id: 'ann' },
  };
  return { workspace: WORKSPACE, request: request as unknown as Envelope<ToolTryV1> };
}

/** The facts of a valid trial run: there is no turn. */
export const triedFacts = (over: Partial<ToolFacts> = {}): ToolFacts => someFacts({ turn: null, agent: null, ...over });

/** The facts of a valid request. */
export function someFacts(over: Partial<ToolFacts> & { grants?: string[] } = {}): ToolFacts {
  const { grants = ['add'], ...rest } = over;
  const agent = { agent: 'abe', prompt: 'p', subscriptions: [], tools: grants } as unknown as AgentDefV1;
  const turn = { context: { agent: 'abe', definition } } as unknown as ToolFacts['turn'];
  return {
    turn,
    agent,
    tool: add,
    config: null,
    turn_ended: false,
    parent_ended: false,
    started: false,
    decision: null,
    answered: false,
    late: false,
    ...rest,
  };
}

/** In-memory dependencies that record what happens, in order. */
export function fakeDependencies(
  over: {
    facts?: ToolFacts;
    run?: Tool['run'];
    start?: 'recorded' | 'turn ended';
    published?: 'published' | 'already answered';
  } = {},
) {
  const log: string[] = [];
  const responses: Draft[] = [];
  const lost = new AbortController();
  const ended = new AbortController();
  const leaving = new AbortController();
  const claim: ActiveClaim = {
    key: 'tool:x',
    fence: 1,
    isFirst: true,
    lost: lost.signal,
    release: async ({ free }) => void log.push(free ? 'freed' : 'kept'),
  };
  const tools = new ToolRegistry();
  const run: Tool['run'] = over.run ?? (async ({ a, b }) => Number(a) + Number(b));
  tools.put('test', [{ definition: add, run: (input, call) => (log.push('ran'), run(input, call)) }]);
  let now = 0;
  const dependencies: ToolDependencies = {
    runner: 'tool-runner',
    tools,
    concurrency: new ConcurrencyLimit(20),
    shutdown: leaving.signal,
    clock: () => (now += 5),
    claims: { take: async () => (log.push('claimed'), claim) },
    reader: { read: async () => over.facts ?? someFacts() },
    logs: { forRequest: () => ({}) as never },
    models: { ask: () => Promise.resolve({ answer: '', model_calls: [] }) },
    questions: { ask: () => Promise.resolve({ kind: 'nobody', why: 'nobody is there.' }) },
    memories: { send: () => Promise.reject(new Error('No memory is asked.')) },
    ends: { watch: () => ({ ended: ended.signal, stop: () => void log.push('unwatched') }) },
    responses: {
      start: async () => (log.push('recorded'), over.start ?? 'recorded'),
      publish: async (_received, response) => (
        log.push('published'),
        responses.push(response as Draft),
        over.published ?? 'published'
      ),
    },
    postponed: {
      schedule: (_received, deadline) => void log.push(`postponed to ${deadline}`),
      cancel: () => void log.push('postponed without a time'),
    },
  };
  return { dependencies, log, responses, lost, ended, leaving };
}
