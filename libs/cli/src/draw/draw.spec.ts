import type { Explanation, TrailTree } from '@crumbtrail/client';
import type { Envelope, TokenPiece, TrailNode } from '@crumbtrail/contracts';
import { explanationLines } from './explanation';
import { LiveReply } from './live-reply';
import { responseLine } from './response-line';
import { table } from './table';
import { drawTrail } from './trail-tree';

const node = (id: string, schema_name: string, more: Partial<TrailNode> = {}): TrailNode => ({
  ...{ id, version: 1, schema_name, author: { kind: 'user', id: 'rita' }, hop: 0, position: 1, at_ms: 0 },
  created_at: '2026-01-01T00:00:00Z',
  ...more,
});

test('a trail is drawn with schema, author, time since the root, tokens, duration and words', () => {
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
  expect(drawTrail(trail, 20).every((line) => line.length <= 20)).toBe(true);
});

test('what others wrote cannot move the cursor, colour the screen or break a line', () => {
  const trail: TrailTree = {
    trail_id: 'm',
    nodes: [node('m', 'a.v1', { summary: '\u001b[2Jgone\nnext' })],
    tree: [{ id: 'm', children: [] }],
  };
  const [line] = drawTrail(trail, 200);
  // eslint-disable-next-line no-control-regex -- this is what must not be there
  expect(line).not.toMatch(/[\u0000-\u001f]/);
});

test('columns are aligned, and an empty list says so', () => {
  expect(
    table(
      ['a', 'long'],
      [
        ['xyz', '1'],
        ['x', '22'],
      ],
      'none',
    ),
  ).toEqual(['a    long', 'xyz  1', 'x    22']);
  expect(table(['a'], [], 'none')).toEqual(['none']);
});

test('an explanation lists the kept ones first, and why the others are not there', () => {
  const explanation = {
    ...{
      agent: 'assistant',
      tokens: { total: 5, by_section: { message: 5 } },
      budget: { cap: 100 },
      kept: 1,
      dropped: 1,
      beyond: 2,
    },
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
        why: 'kept (cut after 5 characters)',
        rank: 2,
        source: 'recent',
        text: 'hello',
      },
    ],
    billed: { counted: 100, billed: 94, drift: -0.06 },
    ...{ as_of: 12, index_position: 9 },
  } as unknown as Explanation;
  const lines = explanationLines(explanation);
  expect(lines.slice(0, 4)).toEqual([
    'for assistant: 5 of 100 tokens (message 5)',
    '1 kept, 1 left out, 2 more not listed',
    'prompt billed at 94 tokens, counted at 100 (-6.0 %)',
    'searching saw the log up to 9 of 12: the index was still behind',
  ]);
  expect(lines[6]).toMatch(/^kept\s+recent\s+b@1\s+hello\s+cut after 5 characters; recent 2$/);
  expect(lines[7]).toMatch(
    /^over budget\s+relevant \/ text\s+0\.500\s+bm25 80%, speaker 20%\s+9\s+a@1\s+\(erased, or not for this key\)\s+the budget was spent$/,
  );
});

describe('what came of a turn', () => {
  const response = (context: object): Envelope =>
    ({ author: { kind: 'agent', id: 'assistant' }, context }) as unknown as Envelope;
  test.each([
    [{ action: 'speak', content: 'hi' }, 'assistant: hi'],
    [
      { action: 'error', error: { code: 'x', message: 'the model is away' } },
      'assistant could not answer: the model is away',
    ],
    [{ action: 'wait' }, 'assistant said nothing (wait)'],
  ])('%j', (context, line) => {
    expect(responseLine(response(context))).toBe(line);
  });
});

describe('a reply while it is written', () => {
  const piece = (index: number, text: string, more: Partial<TokenPiece> = {}): TokenPiece => ({
    ...{
      turn: 't',
      agent: 'assistant',
      attempt: 1,
      index,
      kind: index === 0 ? 'reset' : 'text',
      text,
      audience: 'all',
    },
    ...more,
  });
  const response = { context: { action: 'speak', content: 'Hello', turn: { id: 't' } } } as unknown as Envelope;

  test('appears as it comes, and is not shown twice', () => {
    let screen = '';
    const live = new LiveReply((text) => (screen += text));
    [piece(0, ''), piece(1, 'Hel'), piece(2, 'lo'), piece(3, '', { kind: 'end' })].forEach((one) => live.take(one));
    expect([screen, live.hasShown(response)]).toEqual(['assistant: Hello\n', true]);
  });

  test('begins anew when it is reset, and another reply meanwhile is left for later', () => {
    let screen = '';
    const live = new LiveReply((text) => (screen += text));
    const pieces = [piece(0, ''), piece(1, 'Go'), piece(0, '', { turn: 'u' }), piece(1, 'no', { turn: 'u' })];
    [...pieces, piece(0, '', { attempt: 2 }), piece(1, 'Hello', { attempt: 2 })].forEach((one) => live.take(one));
    live.finish();
    expect([screen, live.hasShown(response)]).toEqual(['assistant: Go\n(once more)\nassistant: Hello\n', true]);
  });

  test('one that was missed in part is not taken as shown', () => {
    const live = new LiveReply(() => undefined);
    [piece(0, ''), piece(2, 'lo'), piece(3, '', { kind: 'end' })].forEach((one) => live.take(one));
    expect(live.hasShown(response)).toBe(false);
  });
});
