import type { Draft } from '@crumbtrail/contracts';
import * as fc from 'fast-check';
import type { ExportedMessage } from '../chat-exports/conversation';
import { messageTag, participantId, sessionName } from './session-name';
import { splitText, toDrafts, type ImportedConversation } from './to-drafts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const PRIVATE: Parameters<typeof toDrafts>[2]['by'] = { person: { kind: 'user', id: 'ann' }, shared: false };
const conversation = (stored: readonly string[] = []): ImportedConversation => ({
  id: 'c',
  session: 'chatgpt-c',
  stored: new Map(stored.map((tag) => [tag, { author: { kind: 'user', id: 'ann' }, shared: false }])),
  seen: new Set(),
  isDescribed: false,
  agents: new Set(),
  latest: 0,
});
const message = (id: string, more: Partial<ExportedMessage> = {}): ExportedMessage => ({
  id,
  by: 'person',
  text: id,
  ...more,
});
const drafted = (
  messages: readonly ExportedMessage[],
  into = conversation(),
  by: Parameters<typeof toDrafts>[2]['by'] = PRIVATE,
) => toDrafts({ messages }, into, { by, now: NOW });

test('a message is its author’s, and private to the person and the agents that speak, from its first message on', () => {
  const { drafts } = drafted([
    message('1'),
    message('2', { by: 'agent', speaker: 'Séra Phina' }),
    message('3', { speaker: 'Ann' }),
  ]);
  expect(drafts.map(({ schema_name, author, audience }) => ({ schema_name, author, audience }))).toEqual([
    { schema_name: 'user.message.v1', author: { kind: 'user', id: 'ann' }, audience: ['user:ann', 'agent:sera-phina'] },
    {
      schema_name: 'agent.response.v1',
      author: { kind: 'agent', id: 'sera-phina', name: 'Séra Phina' },
      audience: ['user:ann', 'agent:sera-phina'],
    },
    {
      schema_name: 'user.message.v1',
      author: { kind: 'user', id: 'ann', name: 'Ann' },
      audience: ['user:ann', 'agent:sera-phina'],
    },
  ]);
});

test('the agent may be named, and the conversation shared', () => {
  const into = conversation();
  into.agents.add('bob');
  const { drafts } = drafted([message('1', { by: 'agent', speaker: 'Sera' })], into, {
    person: { kind: 'user', id: 'ann' },
    agent: 'bob',
    shared: true,
  });
  expect(drafts).toEqual([
    expect.objectContaining({
      author: { kind: 'agent', id: 'bob', name: 'Sera' },
      context: { action: 'speak', content: '1' },
    }),
  ]);
  expect(drafts[0]).not.toHaveProperty('audience');
});

test('of two messages with one id both are stored, and what the file holds twice is stored once', () => {
  const twice = [message('1'), message('1', { text: 'other' }), message('1'), message('1', { text: 'other' })];
  const first = drafted(twice);
  expect(first.drafts.map(({ context }) => context['content'])).toEqual(['1', 'other']);
  expect(first.remarks).toEqual(['message with the id of another one (stored beside it)']);
  expect(first.leftOut).toEqual(['message that the file holds twice', 'message that the file holds twice']);
  const again = drafted(twice, conversation(first.drafts.flatMap(({ tags = [] }) => tags)));
  expect([again.drafts, again.present]).toEqual([[], 2]);
});

test('what is stored is not added again; one that belongs to somebody else is named', () => {
  const tag = messageTag('c', '1', 0);
  const { drafts, present, remarks } = drafted([message('1'), message('2')], conversation([tag]));
  expect([drafts.length, present, remarks]).toEqual([1, 1, []]);
  const again = (by: typeof PRIVATE): readonly string[] => drafted([message('1')], conversation([tag]), by).remarks;
  expect(again(PRIVATE)).toEqual([]);
  expect(again({ person: { kind: 'user', id: 'bob' }, shared: false })).toEqual([
    'message stored before, of user ann (it stays so)',
  ]);
  expect(again({ person: { kind: 'user', id: 'ann' }, shared: true })).toEqual([
    'message stored before, for its person and agents (it stays so)',
  ]);
});

test('times neither go back nor lie in the future; a message without a time keeps its place', () => {
  const at = (time: string) => ({ at: time });
  const { drafts, remarks } = drafted([
    message('0'),
    message('1', at('2025-01-01T00:00:10.000Z')),
    message('2', at('2025-01-01T00:00:05.000Z')),
    message('3', at('1970-01-01T00:00:00.000Z')),
    message('4', at('2030-01-01T00:00:00.000Z')),
    message('5'),
    message('6', at('2025-01-01T00:00:20.000Z')),
  ]);
  expect(drafts.map(({ occurred_at }) => occurred_at)).toEqual([
    '2025-01-01T00:00:10.000Z',
    '2025-01-01T00:00:10.000Z',
    '2025-01-01T00:00:10.000Z',
    '2025-01-01T00:00:10.000Z',
    '2025-01-01T00:00:10.000Z',
    '2025-01-01T00:00:10.000Z',
    '2025-01-01T00:00:20.000Z',
  ]);
  expect(remarks).toEqual([
    'time before that of the message before it (the later time is stored)',
    'time before 1980 (that of the message before it is stored)',
    'time in the future (that of the message before it is stored)',
  ]);
});

test('a conversation that begins in the future takes the first time that is possible', () => {
  const times = ['2030-01-01T00:00:00.000Z', '2025-01-01T00:00:10.000Z', '2025-01-01T00:00:20.000Z'];
  const { drafts } = drafted(times.map((at, nth) => message(`${nth}`, { at })));
  expect(drafts.map(({ occurred_at }) => occurred_at)).toEqual([times[1], times[1], times[2]]);
});

test('no draft has a time where no message has a usable one', () => {
  const { drafts } = drafted([message('1'), message('2', { at: '1970-01-01T00:00:00.000Z' })]);
  expect(drafts.map(({ occurred_at }) => occurred_at)).toEqual([undefined, undefined]);
});

test('a message of 1,000,000 characters is stored in pieces; the pieces that are missing are added', () => {
  const text = 'all the words of it '.repeat(50_000);
  const { drafts } = drafted([message('long', { text })]);
  const contents = drafts.map(({ context }) => String(context['content']));
  expect(contents.join('')).toBe(text);
  expect(Math.max(...contents.map((one) => one.length))).toBeLessThanOrEqual(60_000);
  const [first] = drafts as [Draft];
  const again = drafted([message('long', { text })], conversation(first.tags));
  expect(again.drafts).toEqual(drafts.slice(1));
});

test('any text is split into whole characters, and joins again', () => {
  const char = fc.constantFrom('a', ' ', '\n', '😀', '字');
  const texts = fc.tuple(fc.nat(3), char, char).map(([n, a, b]) => `${a}${b}`.repeat(n * 25_000) + b);
  fc.assert(
    fc.property(texts, (text) => {
      const pieces = splitText(text);
      expect(pieces.join('')).toBe(text);
      expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    }),
    { numRuns: 40 },
  );
});

test('names are valid, and sessions of different conversations differ', () => {
  const ids = ['c1', 'C1', 'c 1', 'Ünïcode', '世界', `${'x'.repeat(90)}1`, `${'x'.repeat(90)}2`, '-'];
  const names = ids.map((id) => sessionName('chatgpt', id));
  for (const name of names) expect(name).toMatch(/^[a-z0-9][a-z0-9._-]{0,63}$/);
  expect(new Set(names).size).toBe(ids.length);
  expect(['Bob', 'Dr. Ünal', '世界'].map(participantId)).toEqual([
    'bob',
    'dr.-unal',
    expect.stringMatching(/^[0-9a-f]{12}$/),
  ]);
});
