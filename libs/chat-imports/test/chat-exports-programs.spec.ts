import type { ConversationPart } from '../src/chat-exports/conversation';
import { exportReader, jsonLines } from './export-reader';
import { answer, PROGRAM_EXPORTS, question, type ExportRow } from './program-exports';

const read = exportReader();
const said = ({ messages }: ConversationPart): string[] => messages.map(({ by, text }) => `${by}: ${text}`);
const BOTH = ['person: Where is the key?', 'agent: Under the mat.'];
/** What OpenAI's messages hold besides text. */
const OPENAI_KINDS: readonly ExportRow[] = [
  [
    'a refusal, beside a call that is left out',
    'openai',
    {
      messages: [
        { role: 'user', content: question.text },
        { role: 'assistant', content: null, function_call: { name: 'find', arguments: '{}' } },
        { role: 'assistant', content: '', reasoning_content: 'Hm.' },
        { role: 'assistant', content: null, refusal: answer.text },
      ],
    },
    [['tool call', 'thought'], []],
  ],
  [
    'a refusal as a part',
    'openai',
    {
      messages: [
        { role: 'user', content: [question] },
        { role: 'assistant', content: [{ type: 'refusal', refusal: answer.text }] },
      ],
    },
    [[], []],
  ],
  [
    'the words of a spoken reply',
    'openai',
    {
      messages: [
        { role: 'user', content: [question, { type: 'input_audio', input_audio: {} }] },
        { role: 'assistant', content: null, audio: { id: 'a', transcript: answer.text } },
      ],
    },
    [[], ['sound', 'sound']],
  ],
];

describe('words are read, and everything else is counted, in', () => {
  test.each([...PROGRAM_EXPORTS, ...OPENAI_KINDS])('%s', async (_, format, file, leftOut) => {
    const { parts, formats, problems } = await read(JSON.stringify(file));
    expect([formats, problems]).toEqual([[format], []]);
    expect(parts.flatMap(said)).toEqual(BOTH);
    expect([parts.flatMap((part) => part.leftOut), parts.flatMap((part) => part.partsLeftOut)]).toEqual(leftOut);
    expect(new Set(parts.map(({ conversation }) => conversation)).size).toBe(1);
  });

  test('a chat of SillyTavern of which messages are hidden from the model', async () => {
    const line = (name: string, mes: string, more: object = {}) => ({ name, is_user: name === 'Ann', mes, ...more });
    const { parts } = await read(
      jsonLines(
        { user_name: 'Ann', character_name: 'Rosa', chat_metadata: { note_prompt: 'Be brief.' } },
        line('Ann', 'Where is the key?', { is_system: true, extra: { isSmallSys: true } }),
        line('Rosa', 'Under the mat.', {
          is_system: true,
          extra: { image: 'a.png', reasoning: 'Hm.', file: { name: 'a.txt' } },
          swipes: ['No idea.', 'Under the mat.'],
        }),
        line('SillyTavern System', 'Welcome', { is_system: true }),
        line('Rosa', 'note', { is_system: true, extra: { type: 'comment' } }),
        line('Rosa', 'Tool calls: find', { is_system: true, extra: { tool_invocations: [{}] } }),
        line('Rosa', '', { extra: { media: [{ type: 'video' }] } }),
      ),
    );
    expect(parts.flatMap(said)).toEqual(BOTH);
    expect(parts.flatMap(({ leftOut }) => leftOut)).toEqual(['system message', 'system message', 'tool call', 'video']);
    expect(parts.flatMap(({ partsLeftOut }) => partsLeftOut)).toEqual([
      "author's note",
      'picture',
      'file',
      'thought',
      'other version of a message',
    ]);
  });

  test('messages of several conversations, as the AI SDK and Mastra keep them in a database', async () => {
    const { parts } = await read(
      jsonLines(
        { id: '1', chatId: 'a', role: 'user', parts: [question] },
        { id: '2', chatId: 'b', role: 'user', parts: [{ type: 'text', text: 'Other' }] },
        { id: '3', threadId: 'a', role: 'assistant', content: { format: 2, parts: [{ type: 'step-start' }, answer] } },
      ),
    );
    expect(parts.map((part) => [part.conversation, ...said(part)])).toEqual([
      ['a', BOTH[0]],
      ['b', 'person: Other'],
      ['a', BOTH[1]],
    ]);
    expect(parts.flatMap(({ messages }) => messages.map(({ id }) => id))).toEqual(['1', '2', '3']);
    expect(parts.flatMap(({ partsLeftOut }) => partsLeftOut)).toEqual([]);
  });

  test('a run of LangSmith whose input repeats earlier turns', async () => {
    const run = {
      id: 'r',
      run_type: 'chain',
      inputs: {
        messages: ['Hi', 'Hello', question.text].map((content, at) => ({ type: ['human', 'ai'][at % 2], content })),
      },
      outputs: {
        messages: [
          { type: 'ai', content: '', tool_calls: [{}] },
          { type: 'ai', content: answer.text },
        ],
      },
    };
    const { parts } = await read(jsonLines(run, { ...run, id: 's', parent_run_ids: ['r'] }));
    expect(parts.flatMap(said)).toEqual(BOTH);
    const repeated = 'message that a trace repeats of an earlier turn';
    expect(parts.flatMap(({ leftOut }) => leftOut)).toEqual([repeated, repeated, 'tool call']);
  });
});

describe('a file of another kind is refused by name:', () => {
  test.each([
    [
      'Discord',
      { guild: {}, channel: {}, messages: [{ type: 'Default', content: 'Hi', author: {} }] },
      /DiscordChatExporter/,
    ],
    [
      'Telegram',
      { name: 'x', type: 'personal_chat', messages: [{ date: '', from: 'A', from_id: 'u', text: '' }] },
      /Telegram/,
    ],
    ['Slack', [{ type: 'message', user: 'U1', text: 'Hello', ts: '1767348000.000100' }], /Slack/],
    ['Google Takeout', [{ header: 'Gemini Apps', title: 'Prompted x', time: '' }], /Takeout of Gemini/],
    ['projects of Claude', [{ uuid: 'p', prompt_template: '', docs: [] }], /projects of a Claude data export/],
    ['memories of Claude', [{ conversations_memory: 'x' }], /memories of a Claude data export/],
    ['a batch of OpenAI', [{ custom_id: 'r', method: 'POST', body: { messages: [] } }], /batch of requests/],
    ['preferences', [{ input: {}, preferred_output: [], non_preferred_output: [] }], /data set of preferences/],
    ['a lorebook', { entries: { 0: { key: ['dragon'], content: 'x' } } }, /crumb lore import/],
    ['OpenTelemetry', { resourceSpans: [] }, /OpenTelemetry/],
    [
      'messages that are none',
      { messages: [{ kind: 'x', body: 'y' }] },
      /the fields messages, and its first message the fields kind, body\./,
    ],
  ])('%s', async (_, file, message) => {
    await expect(read(JSON.stringify(file))).rejects.toThrow(message);
  });

  test('WhatsApp', async () => {
    for (const line of ['02/01/2026, 10:00 - Ann: Hello', '[2.1.26, 10:00:03] Ann: Hello', '1/2/26, 10:00 PM - Ann: x'])
      await expect(read(`${line}\n`, 'chat.txt')).rejects.toThrow(/holds an export of WhatsApp/);
  });
});
