import type { Branch, Explanation, StreamedEvent, TrailTree } from '@crumbtrail/client';
import type { CitedSource, SearchReply, TrailNode } from '@crumbtrail/contracts';
import { eventLine } from './event-line';
import { explanationLines, lateLines } from './explanation';
import { listingLines } from './listing';
import { searchListing } from './search';
import { printedLines } from '../../test/printed-lines';
import { layOutBlocks, table } from './table';
import { lineText } from '../terminal';
import { storyLines } from './trail-story';
import { drawTrail } from './trail-tree';

const node = (id: string, schema_name: string, more: Partial<TrailNode> = {}): TrailNode => ({
  id,
  version: 1,
  schema_name,
  author: { kind: 'user', id: 'rita' },
  hop: 0,
  position: 1,
  at_ms: 0,
  created_at: '2026-01-01T00:00:00Z',
  ...more,
});

test('drawTrail: shows schema, author, time since the root, tokens, duration and text', () => {
  const store = { kind: 'service', id: 'breadcrumb-store' } as const;
  const trail: TrailTree = {
    trail_id: 'm',
    nodes: [
      node('m', 'user.message.v1', { summary: 'hello' }),
      node('t', 'agent.turn.v1', { author: store, at_ms: 4, duration_ms: 2_100 }),
      node('c', 'agent.context.v1', { author: store, at_ms: 30, duration_ms: 12, tokens: 412 }),
      node('r', 'agent.response.v1', { at_ms: 2_100, tokens: 31, duration_ms: 2_000, erased: true }),
      node('o', 'agent.turn.v1', { author: store, at_ms: 5 }),
    ],
    tree: [
      {
        id: 'm',
        children: [
          { id: 't', children: [{ id: 'c', children: [{ id: 'r', children: [] }] }] },
          { id: 'o', children: [] },
        ],
      },
    ],
  };
  expect(drawTrail(trail, 200)).toEqual([
    'user.message.v1             user rita                  +0 ms                  hello',
    '├─ agent.turn.v1            service breadcrumb-store   +4 ms           2.1 s',
    '│  └─ agent.context.v1      service breadcrumb-store  +30 ms  412 tok  12 ms',
    '│     └─ agent.response.v1  user rita                 +2.1 s   31 tok  2.0 s  (erased)',
    '└─ agent.turn.v1            service breadcrumb-store   +5 ms',
  ]);
  expect(drawTrail(trail, 88)[0]).toBe('user.message.v1             user rita                  +0 ms  hello');
  expect(drawTrail(trail, 80)[0]).toBe('user.message.v1             user rita                 hello');
  expect(drawTrail(trail, 60)[0]).toBe('user.message.v1             hello');
  expect(drawTrail(trail, 20).every((line) => line.length <= 20)).toBe(true);
});

test('drawTrail: shows under a reply what it rests on, and counts what is more than four sources', () => {
  const ann = { author: { kind: 'user', id: 'ann' }, text: 'My rent\nis 1,240.' } as const;
  const rests_on = ['a', 'b', 'c', 'd', 'e'].map((source, at): CitedSource => {
    return { id: source, version: 1, sentences: 1, share: 0.9 - at / 10, ...(at === 0 ? ann : {}) };
  });
  const nodes = [
    node('m', 'user.message.v1', { summary: 'My rent?' }),
    node('r', 'agent.response.v1', { summary: 'It is 1240.', rests_on }),
  ];
  const trail = { trail_id: 'm', nodes, tree: [{ id: 'm', children: [{ id: 'r', children: [] }] }] };
  expect(drawTrail(trail, 200).slice(1)).toEqual([
    '└─ agent.response.v1  user rita  +0 ms      It is 1240.',
    '      rests on 90%  a  user ann: My rent is 1,240.',
    '      rests on 80%  b  (erased, or not visible to this key)',
    '      rests on 70%  c  (erased, or not visible to this key)',
    '      rests on 60%  d  (erased, or not visible to this key)',
    '      and on 1 more',
  ]);
  expect(drawTrail(trail, 40).every((line) => line.length <= 40)).toBe(true);
});

test('drawTrail: shows the id behind the name of an author, who may have chosen any', () => {
  const nodes = [node('m', 'user.message.v1', { author: { kind: 'user', id: 'rita', name: 'Assistant\n' } })];
  const [line] = drawTrail({ trail_id: 'm', nodes, tree: [{ id: 'm', children: [] }] }, 200);
  expect(line).toBe('user.message.v1  user Assistant (rita)  +0 ms');
});

test('drawTrail and eventLine: say for whom a message or an answer is that not everybody may read', () => {
  const told = ['user:rita', 'agent:assistant'];
  const nodes = [node('m', 'agent.response.v1', { audience: told })];
  const [line] = drawTrail({ trail_id: 'm', nodes, tree: [{ id: 'm', children: [] }] }, 200);
  expect(line).toContain('(only for user:rita, agent:assistant)');
  const crumb = {
    author: { kind: 'user', id: 'rita' },
    created_at: '2026-01-01T00:00:00Z',
    context: { content: 'hi' },
    audience: told,
  };
  const event = { kind: 'created', schema_name: 'user.message.v1', session: 'demo', author: crumb.author, crumb };
  expect(eventLine(event as unknown as StreamedEvent, 200)).toBe(
    '00:00:00  user.message.v1  user rita in demo (only for user:rita, agent:assistant): hi',
  );
});

test('drawTrail: names steps and tools, and marks what is incomplete, stopped or failed', () => {
  const nodes = [
    node('s', 'agent.step.v1', { step: 1, tokens: 9, duration_ms: 30, summary: 'requests dice({})' }),
    node('q', 'tool.request.v1', { tool: 'dice', summary: '{}', at_ms: 31 }),
    node('p', 'tool.response.v1', { tool: 'dice', error: 'timeout', duration_ms: 5, summary: 'late', at_ms: 40 }),
    node('r', 'agent.response.v1', { action: 'stopped', partial: true, summary: 'Once', at_ms: 50 }),
  ];
  const under = (id: string, ...children: Branch[]): Branch => ({ id, children });
  const tree = [under('s', under('q', under('p', under('r'))))];
  expect(drawTrail({ trail_id: 's', nodes, tree }, 200)).toEqual([
    'agent.step.v1 1              user rita   +0 ms  9 tok  30 ms  requests dice({})',
    '└─ tool.request.v1 dice      user rita  +31 ms                {}',
    '   └─ tool.response.v1 dice  user rita  +40 ms          5 ms  (failed: timeout) late',
    '      └─ agent.response.v1   user rita  +50 ms                (stopped, incomplete) Once',
  ]);
});

test('storyLines: says what happened, drops numbers before text on a narrow terminal, and removes control characters', () => {
  const at = (position: number, cause: string) => ({ position, cause: { id: cause, version: 1 } });
  const nodes = [
    node('m', 'user.message.v1', { summary: 'How much is \u001b[31m it?' }),
    node('t', 'agent.turn.v1', { ...at(2, 'm'), agent: 'assistant', duration_ms: 900 }),
    node('q', 'tool.request.v1', { ...at(3, 't'), tool: 'dice', summary: '{"sides":6}', at_ms: 20 }),
    node('p', 'tool.response.v1', { ...at(4, 'q'), tool: 'dice', error: 'timeout', summary: 'late', at_ms: 90 }),
    node('d', 'dead.letter.v1', { ...at(5, 't'), error: 'Error', summary: 'too long by 217', at_ms: 95 }),
    node('r', 'agent.response.v1', {
      ...at(6, 'p'),
      action: 'speak',
      summary: 'Four.',
      tokens: 31,
      audience: ['user:rita'],
    }),
  ];
  const draw = (width: number) => storyLines({ trail_id: 'm', nodes, tree: [] }, width).map(lineText);
  expect(draw(200)).toEqual([
    'rita asked: How much is \uFFFD[31m it?                  +0 ms',
    '  assistant started                                +0 ms  900 ms',
    '    dice(6) (failed: timeout): late               +90 ms   70 ms',
    '    dead letter (failed: Error): too long by 217  +95 ms',
    '    rita answered (only for user:rita): Four.      +0 ms          31 tok',
  ]);
  expect(draw(60)[1]).toMatch(/^ {2}assistant started +\+0 ms$/);
  expect(draw(50)[1]).toBe('  assistant started');
  expect(draw(20).every((line) => line.length <= 20)).toBe(true);
});

test('storyLines: shows what acts have cost, where that is known', () => {
  const nodes = [
    node('m', 'user.message.v1', { summary: 'hi' }),
    node('r', 'agent.response.v1', {
      position: 2,
      cause: { id: 'm', version: 1 },
      summary: 'yes',
      tokens: 31,
      cost_usd: 0.0012,
    }),
  ];
  const lines = storyLines({ trail_id: 'm', nodes, tree: [] }, 200).map(lineText);
  expect(lines[0]).toMatch(/\+0 ms$/);
  expect(lines[1]).toMatch(/31 tok {2}\$0\.0012$/);
});

test('drawTrail: removes control characters and line breaks from untrusted text', () => {
  const trail: TrailTree = {
    trail_id: 'm',
    nodes: [node('m', 'a.v1', { summary: '\u001b[2Jgone\nnext' })],
    tree: [{ id: 'm', children: [] }],
  };
  const [line] = drawTrail(trail, 200);
  // eslint-disable-next-line no-control-regex -- the characters that must not appear
  expect(line).not.toMatch(/[\u0000-\u001f]/);
});

test('table: aligns columns, and prints one line for an empty list', () => {
  const rows = [
    ['xyz', '1'],
    ['x', '22'],
  ];
  expect(printedLines(table(['a', 'long'], rows, 'none'))).toEqual(['a    long', 'xyz  1', 'x    22']);
  expect(printedLines(table(['a'], [], 'none'))).toEqual(['none']);
});

test('table: on a terminal its last column wraps, ids and times in its cells are shortened, and nothing else is lost', () => {
  const id = '01890000-0000-7000-8000-0000aaaa1111';
  const why = 'the budget was spent on what ranked higher (33 tokens, 3 left)';
  const rows = [[`${id}@2#1`, '2026-03-02T11:57:00Z', why]];
  const blocks = table(['breadcrumb', 'built', 'why'], rows, '');
  const layout = { width: 50, now: Date.parse('2026-03-02T12:00:00Z') };
  expect(layOutBlocks(blocks, layout).map(lineText)).toEqual([
    'breadcrumb    built      why',
    'aaaa1111@2#1  3 min ago  the budget was spent on',
    '                         what ranked higher (33',
    '                         tokens, 3 left)',
  ]);
  expect(printedLines(blocks)[1]).toBe(`${id}@2#1  2026-03-02T11:57:00Z  ${why}`);
});

test('explanationLines: lists kept items first, and why the others were left out', () => {
  const explanation = {
    agent: 'assistant',
    tokens: { total: 5, by_section: { message: 5 } },
    budget: { cap: 100 },
    kept: 1,
    dropped: 1,
    beyond: 2,
    items: [
      {
        id: 'a',
        version: 1,
        decision: 'over_budget',
        why: 'the budget was spent',
        section: 'relevant',
        source: 'text',
        score: 0.5,
        scores: { bm25: 0.4, speaker: 0.1, 'rank.text': 3 },
        tokens: 9,
      },
      {
        id: 'b',
        version: 1,
        decision: 'kept',
        why: 'Kept (cut after 5 characters)',
        rank: 2,
        source: 'recent',
        text: 'hello',
      },
    ],
    billed: { counted: 100, billed: 94, drift: -0.06 },
    as_of: 12,
    index_position: 9,
  } as unknown as Explanation;
  const lines = printedLines(explanationLines(explanation));
  expect(lines.slice(0, 4)).toEqual([
    'for assistant: 5 of 100 tokens (message 5)',
    '1 kept, 1 left out, 2 lower-ranked not shown',
    'prompt: 94 tokens billed, 100 estimated (-6.0 %)',
    'the search index was behind: it covered positions up to 9 of 12',
  ]);
  expect(lines[6]).toMatch(/^kept\s+recent\s+b@1\s+hello\s+cut after 5 characters; recent 2$/);
  expect(lines[7]).toMatch(
    /^over budget\s+relevant \/ text\s+0\.500\s+bm25 80%, speaker 20%\s+9\s+a@1\s+\(erased, or not visible to this key\)\s+the budget was spent$/,
  );
  expect(lines.slice(-3)).toEqual([
    'Score parts are shares of the score:',
    '  bm25: it contains words of the query, rare ones most of all',
    '  speaker: the query names its author',
  ]);
});

test('searchListing: shows the text of a tool response, not only the agent that asked for it', () => {
  const breadcrumb = {
    id: 'r',
    author: { kind: 'service', id: 'tool-runner' },
    occurred_at: '2026-01-01T00:00:00Z',
    context: { agent: 'assistant', tool: 'search', text: 'the pool holds\n20 connections' },
  };
  const reply = { results: [{ breadcrumb, score: 1, scores: {} }] } as unknown as SearchReply;
  expect(listingLines(searchListing(reply), { width: undefined, now: 0 }).at(-1)).toContain(
    'the pool holds 20 connections',
  );
});

test('explanationLines: names the sources that a context was built without', () => {
  const late = [{ source: 'elsewhere', timeout_ms: 150 }];
  expect(lateLines({ late })).toEqual(['built without elsewhere: no answer within 150 ms']);
  expect(lateLines({ recalled_for: { id: 'q', version: 1 } })).toEqual(['with what came late for the question q']);
  expect(lateLines({})).toEqual([]);
});
