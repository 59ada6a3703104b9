import type { ConversationPart } from '../src/chat-exports/conversation';
import { exportReader } from './export-reader';

const read = exportReader();

interface Said {
  readonly role?: string;
  readonly text?: string;
  readonly [field: string]: unknown;
}

/** Messages that follow each other, as nodes of the mapping. */
const chain = (...all: Said[]): Record<string, unknown> =>
  Object.fromEntries(
    all.map(({ role = 'user', text, ...more }, at) => [
      `n${at}`,
      {
        id: `n${at}`,
        parent: at === 0 ? null : `n${at - 1}`,
        children: at === all.length - 1 ? [] : [`n${at + 1}`],
        message: {
          id: `m${at}`,
          author: { role },
          create_time: 1_756_000_000 + at,
          content: { content_type: 'text', parts: [text] },
          ...more,
        },
      },
    ]),
  );
const readChat = async (mapping: unknown, more: object = {}): Promise<ConversationPart> => {
  const { parts } = await read(JSON.stringify([{ conversation_id: 'c', title: 'T', mapping, ...more }]));
  return parts[0] as ConversationPart;
};
const wordsOf = ({ messages }: ConversationPart): string[] => messages.map(({ text }) => text);

describe('an export of ChatGPT', () => {
  const mapping = chain({ text: 'q' }, { role: 'assistant', text: 'a' }, { text: 'q2' });

  test.each([
    ['that is null', { current_node: null }],
    ['that the export does not hold', { current_node: 'gone' }],
    ['in the middle', { current_node: 'n1' }],
    ['that is missing', {}],
  ])('with a last message %s is read to its end', async (_, more) => {
    const part = await readChat(mapping, more);
    expect([wordsOf(part), part.leftOut]).toEqual([['q', 'a', 'q2'], []]);
  });

  test('keeps what stands before a message whose parent was deleted', async () => {
    const broken = { ...mapping, n1: { ...(mapping['n1'] as object), parent: 'deleted' } };
    expect(wordsOf(await readChat(broken, { current_node: 'n2' }))).toEqual(['q', 'a', 'q2']);
  });

  test('finds parents by the lists of children where nodes do not name them', async () => {
    const nodes = Object.entries(mapping).map(([id, node]) => [id, { ...(node as object), parent: undefined }]);
    expect(wordsOf(await readChat(Object.fromEntries(nodes), { current_node: 'n2' }))).toEqual(['q', 'a', 'q2']);
  });

  test('keeps a canvas document as its last version, and says what else stood there', async () => {
    const call = (tool: string, args: unknown): Said => ({
      role: 'assistant',
      text: JSON.stringify(args),
      recipient: `canmore.${tool}`,
    });
    const result = (id: string): Said => ({
      role: 'tool',
      text: '{}',
      metadata: { canvas: { textdoc_id: id } },
    });
    const part = await readChat(
      chain(
        { text: 'Write the bylaws and a song' },
        call('create_textdoc', { name: 'Bylaws', type: 'document', content: 'We meet on Tuesday.' }),
        result('d1'),
        call('create_textdoc', { name: 'Song', type: 'document', content: 'La' }),
        result('d2'),
        { text: 'On Friday' },
        call('update_textdoc', { updates: [{ pattern: 'Tuesday', multiple: false, replacement: 'Friday' }] }),
        result('d1'),
        { role: 'assistant', text: 'Done.' },
      ),
    );
    expect(wordsOf(part)).toEqual([
      'Write the bylaws and a song',
      'Song:\nLa',
      'On Friday',
      'Bylaws:\nWe meet on Friday.',
      'Done.',
    ]);
    expect(part.leftOut).toEqual(['earlier version of a document', 'tool message', 'tool message', 'tool message']);
  });

  test('keeps the report of a research task, with links in the place of its citation marks', async () => {
    const mark = '\ue200cite\ue202turn0search1\ue201';
    const part = await readChat(
      chain(
        { text: 'Research tides' },
        {
          role: 'tool',
          text: `The tide is 4 m high ${mark}. More 【3†source】.`,
          metadata: {
            is_async_task_result_message: true,
            content_references: [{ matched_text: mark, alt: '([Port](https://port.example))' }],
          },
        },
        { text: `Do not touch ${mark}` },
      ),
    );
    expect(wordsOf(part)).toEqual([
      'Research tides',
      'The tide is 4 m high ([Port](https://port.example)). More.',
      `Do not touch ${mark}`,
    ]);
    expect(part.messages.map(({ by }) => by)).toEqual(['person', 'agent', 'person']);
  });
});
