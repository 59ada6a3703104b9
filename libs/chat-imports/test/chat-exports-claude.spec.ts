import type { ConversationPart } from '../src/chat-exports/conversation';
import { exportReader } from './export-reader';

const read = exportReader();
const ROOT = '00000000-0000-4000-8000-000000000000';

/** A message with what the test is about; its text and time. */
const said = (uuid: string, text: string, at: string, more: object = {}) => ({
  uuid,
  sender: uuid.startsWith('q') ? 'human' : 'assistant',
  text,
  content: [{ type: 'text', text }],
  created_at: `2025-06-08T${at}Z`,
  attachments: [],
  files: [],
  ...more,
});
const after = (parent_message_uuid: string) => ({ parent_message_uuid });
const readChat = async (messages: unknown[], more: object = {}): Promise<ConversationPart> => {
  const { parts } = await read(JSON.stringify([{ uuid: 'c', name: 'Chat', chat_messages: messages, ...more }]));
  return parts[0] as ConversationPart;
};
const wordsOf = ({ messages }: ConversationPart): string[] => messages.map(({ text }) => text);

describe('an export of Claude', () => {
  test('is in the order of the talk, however the file lists its messages, and keeps their times', async () => {
    const part = await readChat([
      said('q1', 'Which paint?', '10:00:10', after(ROOT)),
      said('q2', 'How many coats?', '10:05:00', after('a1')),
      said('a2', 'Three.', '10:05:20', after('q2')),
      said('a1', 'Epoxy.', '10:00:30', after('q1')),
    ]);
    expect(wordsOf(part)).toEqual(['Which paint?', 'Epoxy.', 'How many coats?', 'Three.']);
    expect(part.messages.map(({ at }) => at?.slice(11, 19))).toEqual(['10:00:10', '10:00:30', '10:05:00', '10:05:20']);
    expect(part.leftOut).toEqual([]);
  });

  test('of a year that names no parents is in the order of its times, each question before its answer', async () => {
    const part = await readChat([
      said('a2', 'Three.', '10:05:00.000001'),
      said('q2', 'How many coats?', '10:05:00.000001'),
      said('q1', 'Which paint?', '10:00:10.5'),
      said('a1', 'Epoxy.', '10:00:10.5'),
    ]);
    expect(wordsOf(part)).toEqual(['Which paint?', 'Epoxy.', 'How many coats?', 'Three.']);
  });

  test.each([
    ['the branch that was shown last', { current_leaf_message_uuid: 'a1' }, ['Oslo?', 'By ferry.']],
    ['else the branch of the last message', {}, ['Bergen?', 'By train.']],
    ['also where the one that was shown is gone', { current_leaf_message_uuid: 'x' }, ['Bergen?', 'By train.']],
  ])('is %s; messages of the others are counted', async (_, more, expected) => {
    const part = await readChat(
      [
        said('a1b', 'By train.', '10:01:20', after('q1b')),
        said('q1', 'Oslo?', '10:00:10', after(ROOT)),
        said('a1', 'By ferry.', '10:00:20', after('q1')),
        said('q1b', 'Bergen?', '10:01:10', after(ROOT)),
      ],
      more,
    );
    expect(wordsOf(part)).toEqual(expected);
    expect(part.leftOut).toEqual(['message of another branch', 'message of another branch']);
  });

  test('of which an answer was regenerated holds the answer that the talk goes on from', async () => {
    const part = await readChat([
      said('q1', 'Name my cat', '10:00:10', after(ROOT)),
      said('a1', 'Ludo.', '10:00:20', after('q1')),
      said('a1b', 'Mira.', '10:00:30', after('q1')),
      said('q2', 'Nice', '10:00:40', after('a1b')),
    ]);
    expect(wordsOf(part)).toEqual(['Name my cat', 'Mira.', 'Nice']);
  });

  test('holds a message once or twice with one id, and goes on after it', async () => {
    const part = await readChat([
      said('q1', 'Hello', '10:00:10', after(ROOT)),
      said('q1', 'Hello there', '10:00:11', after(ROOT)),
      said('a1', 'Hi.', '10:00:20', after('q1')),
    ]);
    expect(wordsOf(part)).toEqual(['Hello', 'Hello there', 'Hi.']);
  });

  test('keeps words that stand only in `text` or only in `content`', async () => {
    const part = await readChat([
      said('q1', 'only in text', '10:00:10', { content: [{ type: 'tool_result', content: [] }] }),
      said('a1', '', '10:00:20', { content: [{ type: 'text', text: 'only in content' }] }),
      said('a2', '', '10:00:30', { content: [{ type: 'thinking', thinking: 'Hm.' }] }),
    ]);
    expect(wordsOf(part)).toEqual(['only in text', 'only in content']);
    expect([part.leftOut, part.partsLeftOut]).toEqual([['thought'], ['tool result']]);
  });

  test('keeps an artifact as its last version, with the message that made that', async () => {
    const artifact = (input: object) => ({ type: 'tool_use', name: 'artifacts', input });
    const part = await readChat([
      said('q1', 'Write it', '10:00:10'),
      said('a1', '', '10:00:20', {
        content: [
          { type: 'text', text: 'Here it is.' },
          artifact({ command: 'create', id: 'l', title: 'Letter', content: 'Dear landlord, it is cold.' }),
          { type: 'tool_result', name: 'artifacts', content: [{ type: 'text', text: 'OK' }] },
        ],
      }),
      said('q2', 'Name the boiler', '10:00:30'),
      said('a2', '', '10:00:40', {
        content: [artifact({ command: 'update', id: 'l', old_str: 'it is cold', new_str: 'the boiler is broken' })],
      }),
    ]);
    expect(wordsOf(part)).toEqual([
      'Write it',
      'Here it is.',
      'Name the boiler',
      'Letter:\nDear landlord, the boiler is broken.',
    ]);
    expect(part.partsLeftOut).toEqual(['tool result', 'earlier version of a document']);
  });
});
