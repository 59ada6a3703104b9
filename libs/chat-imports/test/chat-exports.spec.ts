import * as fc from 'fast-check';
import type { ConversationPart } from '../src/chat-exports/conversation';
import { decodeMixed } from '@crumbtrail/platform/decode-text';
import { exportReader, jsonLines } from './export-reader';

const read = exportReader();
const said = ({ messages }: ConversationPart): string[] =>
  messages.map(({ by, text, at }) => [by, text, ...(at === undefined ? [] : [at])].join(' | '));

const node = (id: string, parent: string | null, children: string[], message?: unknown) => ({
  id,
  parent,
  children,
  message: message ?? null,
});
const chatMessage = (id: string, role: string, parts: unknown[], more: Record<string, unknown> = {}) => ({
  id,
  author: { role },
  create_time: 1_700_000_000,
  content: { content_type: parts.every((part) => typeof part === 'string') ? 'text' : 'multimodal_text', parts },
  ...more,
});
const trip = {
  title: 'Lisbon',
  conversation_id: 'c1',
  current_node: 'e',
  mapping: {
    root: node('root', null, ['a']),
    a: node('a', 'root', ['b'], chatMessage('m0', 'system', ['Be brief.'])),
    b: node('b', 'a', ['c', 'd'], chatMessage('m1', 'user', ['Where to?', { content_type: 'image_asset_pointer' }])),
    c: node('c', 'b', [], chatMessage('m2', 'assistant', ['To Porto.'])),
    d: node('d', 'b', ['t'], chatMessage('m3', 'assistant', ['search("Lisbon")'], { recipient: 'browser' })),
    t: node('t', 'd', ['e'], chatMessage('m4', 'tool', ['ten results'])),
    e: node('e', 't', [], chatMessage('m5', 'assistant', ['To Alfama.'])),
  },
};

describe('an export of ChatGPT', () => {
  test('is the branch that was shown last, without what nobody said', async () => {
    const { parts, formats } = await read(JSON.stringify([trip]));
    expect(formats).toEqual(['chatgpt']);
    const [part] = parts as [ConversationPart];
    expect([part.conversation, part.title]).toEqual(['c1', 'Lisbon']);
    expect(said(part)).toEqual([
      'person | Where to? | 2023-11-14T22:13:20.000Z',
      'agent | To Alfama. | 2023-11-14T22:13:20.000Z',
    ]);
    expect(part.messages.map(({ id }) => id)).toEqual(['m1', 'm5']);
    expect(part.leftOut).toEqual(['system message', 'tool call', 'tool message', 'message of another branch']);
    expect(part.partsLeftOut).toEqual(['picture']);
  });

  test('whose messages form a circle, or that names no last one, ends', async () => {
    const circle = { ...trip, current_node: 'x', mapping: { x: node('x', 'y', ['y']), y: node('y', 'x', ['x']) } };
    const { current_node: _current, ...open } = trip;
    const { parts } = await read(JSON.stringify([circle, open]));
    expect(parts.map(({ messages }) => messages.length)).toEqual([0, 2]);
  });

  test('that is cut is read up to the cut', async () => {
    const whole = JSON.stringify([trip, { ...trip, conversation_id: 'c2' }, { ...trip, conversation_id: 'c3' }]);
    const { parts, problems, bytes } = await read(whole.slice(0, -40));
    expect(parts.map(({ conversation }) => conversation)).toEqual(['c1', 'c2']);
    expect(problems).toEqual([
      `3: the JSON ends or breaks here, by line 1, character ${whole.length - 40} of the file (Parser has expected a string value); what stands before it was read`,
    ]);
    expect(bytes).toBe(whole.length - 40);
  });
});

test('an export of Claude: texts, attached texts, and what is left out', async () => {
  const chat = {
    uuid: 'u1',
    name: 'Notes',
    chat_messages: [
      {
        uuid: 'm1',
        sender: 'human',
        text: 'Read this.',
        created_at: '2024-03-01T10:00:00Z',
        attachments: [{ file_name: 'a.txt', extracted_content: 'All of it.' }, { file_name: 'b.bin' }],
        files: [{ file_name: 'p.png' }],
      },
      {
        uuid: 'm2',
        sender: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'text', text: 'Done.' },
        ],
      },
    ],
  };
  const { parts, formats } = await read(JSON.stringify([chat], null, 2));
  expect(formats).toEqual(['claude']);
  expect(said(parts[0] as ConversationPart)).toEqual([
    'person | Read this.\n\na.txt:\nAll of it. | 2024-03-01T10:00:00.000Z',
    'agent | Done.',
  ]);
  expect([parts[0]?.leftOut, parts[0]?.partsLeftOut]).toEqual([[], ['file', 'file', 'thought']]);
});

describe('messages of OpenAI', () => {
  const chat = {
    messages: [
      { role: 'system', content: 's' },
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [{ type: 'text', text: 'a' }] },
    ],
  };

  const other = {
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: 'b' },
    ],
  };

  test.each([
    ['one object', JSON.stringify(chat, null, 2), 1],
    ['one on each line, with a line that is cut', `${jsonLines(chat, other)}\n{"messages": [`, 2],
    ['one line', `${JSON.stringify(chat)}\n`, 1],
    ['an object that lists conversations', JSON.stringify({ data: [chat, other] }), 2],
  ])('as %s', async (_, content, count) => {
    const { parts, formats, problems } = await read(content);
    expect(formats).toEqual(['openai']);
    expect(parts.map(said)).toEqual(
      [
        ['person | q', 'agent | a'],
        ['person | q', 'agent | b'],
      ].slice(0, count),
    );
    expect(new Set(parts.map(({ conversation }) => conversation)).size).toBe(count);
    expect(problems.length).toBe(content.endsWith('[') ? 1 : 0);
  });

  test('without ids are the same conversation in any file, as long as they begin alike; each text at a place is a message', async () => {
    const longer = { messages: [...chat.messages, { role: 'user', content: 'thanks' }] };
    const first = await read(JSON.stringify(chat), 'a.json');
    const again = await read(JSON.stringify(chat), 'b.json');
    const grown = await read(JSON.stringify(longer), 'c.json');
    const elsewhere = await read(JSON.stringify(other), 'a.json');
    const idsOf = ({ parts }: Awaited<ReturnType<typeof read>>): string[] =>
      parts.flatMap(({ conversation, messages }) => messages.map(({ id }) => `${conversation} ${id}`));
    expect(idsOf(again)).toEqual(idsOf(first));
    expect(idsOf(grown).slice(0, 2)).toEqual(idsOf(first));
    expect(idsOf(elsewhere).filter((id) => idsOf(first).includes(id))).toEqual([]);
  });

  test.each([
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16, little-endian', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 without a byte order mark', (text: string) => Buffer.from(text, 'utf16le')],
    ['UTF-16, big-endian', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('as a list of messages in %s', async (_, encode) => {
    const list = JSON.stringify([
      { role: 'user', content: 'Grüße, 世界' },
      { role: 'assistant', content: 'Hallo' },
    ]);
    const { parts } = await read(encode(list));
    expect(parts.flatMap(said)).toEqual(['person | Grüße, 世界', 'agent | Hallo']);
    const [first, second] = parts.map(({ conversation }) => conversation);
    expect([first, second]).toEqual([expect.stringMatching(/^chats-[0-9a-f]{12}$/), first]);
    expect(parts.flatMap(({ messages }) => messages.map(({ id }) => id))).toEqual([
      expect.stringMatching(/^1-[0-9a-f]{12}$/),
      expect.stringMatching(/^2-[0-9a-f]{12}$/),
    ]);
  });
});

describe('bytes that are not UTF-8', () => {
  test('are read as Windows-1252 wherever they stand, also where a piece of the file ends', async () => {
    const said = { role: 'user', content: 'Grüße, “世界”' };
    const long = 'ü'.repeat(100_000);
    const { parts, foreignLines } = await read(
      Buffer.concat([
        Buffer.from(`${JSON.stringify({ ...said, content: `x${long}` })}\n`),
        Buffer.from(`${JSON.stringify({ ...said, content: long })}\n`, 'latin1'),
        Buffer.from(`${JSON.stringify(said)}\n`),
        Buffer.from('{"role":"user","content":"caf\xe9 \x93caf\xc3\xa9\x94"}', 'latin1'),
      ]),
    );
    const texts = parts.flatMap(({ messages }) => messages.map(({ text }) => text));
    expect(texts.map((text) => text.replaceAll('ü', ''))).toEqual(['x', '', 'Grße, “世界”', 'café “café”']);
    expect(texts.map((text) => text.length)).toEqual([100_001, 100_000, 11, 11]);
    expect(foreignLines).toEqual([2, 4]);
  });

  test('are never part of a text that is all UTF-8, wherever the file is split', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => decodeMixed(Buffer.from(text)) === text.toWellFormed()),
    );
  });
});

test('a chat of SillyTavern: speakers by name, times as it has written them over the years', async () => {
  const message = (name: string, is_user: boolean, send_date: unknown) => ({
    name,
    is_user,
    is_system: false,
    mes: `I am ${name}.`,
    send_date,
  });
  const { parts, formats } = await read(
    jsonLines(
      { user_name: 'Ann', character_name: 'Sera', create_date: '2023-6-19 @16h 13m 4s', chat_metadata: {} },
      message('Sera', false, 'June 19, 2023 4:13pm'),
      message('Ann', true, '2023-6-19 @16h 14m 5s 250ms'),
      message('Sera', false, 1_687_191_300_000),
      message('Ann', true, '2023-06-19T16:16:00.000Z'),
      { ...message('Note', false, ''), is_system: true, extra: { type: 'comment' } },
    ),
    'Sera - 2023-6-19.jsonl',
  );
  expect(formats).toEqual(['sillytavern']);
  expect(parts.flatMap(said)).toEqual([
    'agent | I am Sera. | 2023-06-19T16:13:00.000Z',
    'person | I am Ann. | 2023-06-19T16:14:05.000Z',
    'agent | I am Sera. | 2023-06-19T16:15:00.000Z',
    'person | I am Ann. | 2023-06-19T16:16:00.000Z',
  ]);
  expect(parts.flatMap(({ messages }) => messages.map(({ speaker }) => speaker))).toEqual([
    'Sera',
    'Ann',
    'Sera',
    'Ann',
  ]);
  expect(new Set(parts.map(({ conversation }) => conversation))).toEqual(new Set(['Sera - 2023-6-19']));
});

describe('a file that is no export', () => {
  test.each([
    [
      'of another kind',
      '{"a": 1}',
      /is not recognised: its first object has the fields a\. Name its format \(chatgpt, /,
    ],
    ['that is not JSON', 'Dear diary', /is not JSON: it begins with "Dear diary"/],
    ['that is a ZIP archive', Buffer.from('PK\x03\x04 more'), /is a ZIP archive inside of another one/],
    ['that is empty', '', /is not JSON/],
  ])('%s is refused by name', async (_, content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });

  test('or whose format is named wrongly, is refused', async () => {
    await expect(read('[{}]', 'chats.json', 'icq')).rejects.toThrow('There is no format icq; known are chatgpt,');
  });

  test('with an element of another kind names it, and the others are read', async () => {
    const { parts, problems } = await read(
      JSON.stringify([trip, 7, { title: 'no mapping' }, { ...trip, conversation_id: 'c2' }]),
    );
    expect(parts.map(({ conversation }) => conversation)).toEqual(['c1', 'c2']);
    expect(problems).toEqual(['2: it is not a JSON object', '3: it has no `mapping` of messages']);
  });
});
