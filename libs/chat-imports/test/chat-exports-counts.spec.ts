import * as fc from 'fast-check';
import { exportReader, jsonLines } from './export-reader';

/** A message as a program may have written it: with words, with something else, or with neither. */
interface Drawn {
  readonly isPerson: boolean;
  readonly words: string;
  readonly kind: 'said' | 'system' | 'tool' | 'call' | 'picture' | 'empty' | 'broken';
  /** Which of the messages before it it follows, in formats with branches. */
  readonly parent: number;
  readonly time: number;
}

const message: fc.Arbitrary<Drawn> = fc.record({
  isPerson: fc.boolean(),
  words: fc.constantFrom('Hello', 'どこですか', 'Привет', 'مرحبا', 'Hello', 'a \u0000 b', '😀', 'x'.repeat(70_000)),
  kind: fc.constantFrom('said', 'said', 'said', 'system', 'tool', 'call', 'picture', 'empty', 'broken'),
  parent: fc.nat(),
  time: fc.nat(100),
});
const conversation = fc.array(message, { minLength: 1, maxLength: 12 });

const roleOf = ({ kind, isPerson }: Drawn): string => {
  if (kind === 'system' || kind === 'tool') return kind;
  return isPerson ? 'user' : 'assistant';
};
const isBroken = ({ kind }: Drawn): boolean => kind === 'broken';
const textOf = ({ kind, words }: Drawn): string =>
  kind === 'call' || kind === 'picture' || kind === 'empty' ? '' : words;
const parentOf = ({ parent }: Drawn, at: number): string | null => (at === 0 ? null : `${parent % at}`);

/** How a program writes the conversation; messages that are broken are no objects. */
const WRITERS: Readonly<Record<string, (all: readonly Drawn[]) => string>> = {
  openai: (all) =>
    JSON.stringify({
      id: 'c',
      messages: [
        { role: 'system', content: 'so that it is recognised' },
        ...all.map((one) =>
          isBroken(one)
            ? 7
            : {
                role: roleOf(one),
                content: one.kind === 'picture' ? [{ type: 'image_url' }] : textOf(one),
                ...(one.kind === 'call' ? { tool_calls: [{}] } : {}),
              },
        ),
      ],
    }),
  'openai parts': (all) =>
    JSON.stringify({
      id: 'c',
      messages: [
        { role: 'system', parts: [] },
        ...all.map((one) => ({
          role: roleOf(one),
          parts: isBroken(one) ? [7] : [{ type: one.kind === 'call' ? 'tool-x' : 'text', text: textOf(one) }],
        })),
      ],
    }),
  gemini: (all) =>
    JSON.stringify({
      contents: [
        { role: 'system', parts: [] },
        ...all.map((one) => ({
          role: roleOf(one),
          parts: one.kind === 'picture' ? [{ inlineData: {} }] : [{ text: textOf(one) }],
        })),
      ],
    }),
  sharegpt: (all) =>
    JSON.stringify({
      conversations: [
        { from: 'system', value: '' },
        ...all.map((one) => (isBroken(one) ? null : { from: roleOf(one), value: textOf(one) })),
      ],
    }),
  sillytavern: (all) =>
    jsonLines(
      { chat_metadata: {} },
      { name: 'Note', is_system: true, mes: 'x', extra: { type: 'comment' } },
      ...all.map((one) => ({
        name: one.isPerson ? 'Ann' : 'ロサ',
        is_user: one.isPerson,
        is_system: one.kind === 'system' || one.kind === 'tool',
        mes: textOf(one),
        extra: one.kind === 'tool' ? { tool_invocations: [{}] } : {},
      })),
    ),
  claude: (all) =>
    JSON.stringify({
      uuid: 'c',
      chat_messages: [
        null,
        ...all.map((one, at) =>
          isBroken(one)
            ? null
            : {
                uuid: `${at}`,
                parent_message_uuid: parentOf(one, at),
                sender: one.isPerson ? 'human' : 'assistant',
                content: [{ type: one.kind === 'call' ? 'tool_use' : 'text', text: textOf(one) }],
                created_at: new Date(1.7e12 + one.time).toISOString(),
              },
        ),
      ],
    }),
  chatgpt: (all) =>
    JSON.stringify({
      conversation_id: 'c',
      mapping: {
        r: { parent: null, message: { author: { role: 'system' }, content: {} } },
        ...Object.fromEntries(
          all.map((one, at) => [
            `${at}`,
            {
              parent: parentOf(one, at) ?? 'r',
              message: {
                author: isBroken(one) ? null : { role: roleOf(one) },
                create_time: 1.7e9 + one.time,
                content: { content_type: 'text', parts: [textOf(one)] },
                recipient: one.kind === 'call' ? 'canmore.update_textdoc' : 'all',
              },
            },
          ]),
        ),
      },
    }),
  librechat: (all) =>
    JSON.stringify({
      conversationId: 'c',
      messages: [
        { messageId: 'r', isCreatedByUser: true, text: '' },
        ...all.map((one, at) => ({
          messageId: `${at}`,
          parentMessageId: parentOf(one, at) ?? 'r',
          isCreatedByUser: one.isPerson,
          text: textOf(one),
        })),
      ],
    }),
  'open-webui': (all) =>
    JSON.stringify({
      id: 'c',
      chat: {
        history: {
          messages: {
            r: { role: 'system', content: 'x' },
            ...Object.fromEntries(
              all.map((one, at) => [
                `${at}`,
                { role: roleOf(one), content: textOf(one), parentId: parentOf(one, at) ?? 'r' },
              ]),
            ),
          },
        },
      },
    }),
  deepseek: (all) =>
    JSON.stringify({
      id: 'd',
      inserted_at: '',
      mapping: {
        r: { parent: null, message: { fragments: [] } },
        ...Object.fromEntries(
          all.map((one, at) => [
            `${at}`,
            {
              parent: parentOf(one, at) ?? 'r',
              message: { fragments: [{ type: one.isPerson ? 'REQUEST' : 'THINK', content: textOf(one) }] },
            },
          ]),
        ),
      },
    }),
  'llama-cpp': (all) =>
    JSON.stringify({
      conv: { id: 'l' },
      messages: [
        { id: 'r', type: 'root', role: 'system', content: '', parent: null },
        ...all.map((one, at) => ({
          id: at,
          role: roleOf(one),
          content: textOf(one),
          parent: at === 0 ? 'r' : one.parent % at,
          timestamp: one.time,
        })),
      ],
    }),
};

describe('messages that are read and messages that are left out are together all messages of the file, as written by', () => {
  const read = exportReader();
  test.each(Object.keys(WRITERS))('%s', async (program) => {
    const write = WRITERS[program] as (all: readonly Drawn[]) => string;
    await fc.assert(
      fc.asyncProperty(conversation, async (all) => {
        const { parts, problems, formats } = await read(write(all), 'chat.json');
        const counted = parts.map(({ messages, leftOut }) => messages.length + leftOut.length);
        expect([problems, formats]).toEqual([[], [program.split(' ')[0]]]);
        expect(counted.reduce((sum, one) => sum + one, 0)).toBe(all.length + 1);
        const texts = new Set(all.map(textOf));
        expect(parts.flatMap(({ messages }) => messages).every(({ text }) => texts.has(text))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
