import type { ConversationPart } from '../src/chat-exports/conversation';
import { exportReader, jsonLines } from './export-reader';

const read = exportReader();
const wordsOf = (parts: readonly ConversationPart[]): string[] =>
  parts.flatMap(({ messages }) => messages.map(({ by, text }) => `${by}: ${text}`));
const leftOutOf = (parts: readonly ConversationPart[]): string[] => parts.flatMap(({ leftOut }) => leftOut);

describe('a session of Claude Code', () => {
  const record = (type: string, content: unknown, more: object = {}): object => ({
    type,
    uuid: `u-${JSON.stringify(content)}`,
    sessionId: 's',
    timestamp: '2026-09-01T10:00:00Z',
    message: { role: type, content },
    ...more,
  });
  const text = (words: string): object => ({ type: 'text', text: words });

  test.each<[string, unknown]>([
    ['in one text', '<ide_opened_file>The user opened a.ts</ide_opened_file>\nWhat is x?'],
    ['in several blocks', '<system-reminder>a</system-reminder>\n<ide_selection>b\nc</ide_selection>What is x?'],
    ['in a part of its own', [text('<ide_opened_file>a.ts</ide_opened_file>'), text('What is x?')]],
    ['in a part that has no end', [text('<system-reminder>Be brief.'), text('What is x?')]],
  ])('keeps the words of the person where the program wrote before them, %s', async (_, content) => {
    const { parts } = await read(jsonLines(record('user', content)));
    expect([wordsOf(parts), leftOutOf(parts)]).toEqual([['person: What is x?'], []]);
  });

  test('leaves out what only the program wrote', async () => {
    const { parts } = await read(
      jsonLines(
        record('user', 'This session is being continued from a previous conversation.', { isCompactSummary: true }),
        record('user', '<command-name>/clear</command-name>\n<command-args></command-args>'),
        record('user', [text('<task-notification>done</task-notification>')]),
        record('assistant', [text('API Error: 500')], { isApiErrorMessage: true, isSidechain: false }),
        record('user', 'Is <system-reminder> a tag?'),
      ),
    );
    expect(wordsOf(parts)).toEqual(['person: Is <system-reminder> a tag?']);
    expect(leftOutOf(parts)).toEqual(Array(4).fill('system message'));
  });

  test.each(['permission-mode', 'custom-title', 'last-prompt'])('is recognised by a first record %s', async (type) => {
    const { parts, formats } = await read(jsonLines({ type, sessionId: 's' }, record('user', 'Hello')));
    expect([formats, wordsOf(parts)]).toEqual([['claude-code'], ['person: Hello']]);
  });
});

describe('a session of Codex', () => {
  const meta = { type: 'session_meta', timestamp: '2026-09-01T10:00:00Z', payload: { id: 's' } };
  const said = (words: string): object => ({
    type: 'response_item',
    timestamp: '2026-09-01T10:00:00Z',
    payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: words }] },
  });

  test('has the words of the person without those of the program', async () => {
    const { parts } = await read(
      jsonLines(
        meta,
        said('<environment_context>\n<cwd>/a</cwd>\n</environment_context>'),
        said('# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nFix a.ts\n'),
        said('<turn_aborted>\nThe user interrupted the previous turn.\n</turn_aborted>'),
        said('# Context from my IDE setup: how?'),
      ),
    );
    expect(wordsOf(parts).map((one) => one.trim())).toEqual([
      'person: Fix a.ts',
      'person: # Context from my IDE setup: how?',
    ]);
    expect(leftOutOf(parts)).toEqual(['system message', 'system message']);
  });
});
