import { exportReader, jsonLines } from './export-reader';

const read = exportReader();

describe('traces', () => {
  const lc = (kind: string, content: string) => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain', 'schema', `${kind}Message`],
    kwargs: { content },
  });
  const run = (id: string, more: Record<string, unknown>) => ({
    id,
    trace_id: 't',
    run_type: 'chain',
    start_time: '2024-05-01T00:00:00',
    extra: { metadata: { thread_id: 'th' } },
    ...more,
  });

  test('of LangSmith: the outermost runs, in their threads', async () => {
    const { parts, formats } = await read(
      jsonLines(
        run('1', { inputs: { question: 'Up?' }, outputs: { answer: 'The sky.' } }),
        run('2', { parent_run_id: '1', inputs: { input: 'inner' }, outputs: {} }),
        run('3', {
          inputs: { messages: [[lc('Human', 'Old'), lc('AI', 'Older'), lc('Human', 'Down?')]] },
          outputs: { generations: [[{ text: 'Earth.', message: lc('AI', 'Earth.') }]] },
        }),
        run('4', { inputs: {}, outputs: null }),
      ),
    );
    expect(formats).toEqual(['langsmith']);
    expect(parts.map(({ conversation }) => conversation)).toEqual(['th', 'th', 'th']);
    expect(parts.flatMap(({ messages }) => messages.map(({ id, text }) => `${id} ${text}`))).toEqual([
      '1/person Up?',
      '1/agent The sky.',
      '3/person Down?',
      '3/agent Earth.',
    ]);
    expect(parts[2]?.leftOut).toEqual([
      'turn whose input holds no message of a person',
      'turn whose output holds no answer',
    ]);
  });

  test('of Langfuse: sessions, with inputs and outputs of any shape', async () => {
    const trace = (id: string, input: unknown, output: unknown) => ({
      id,
      timestamp: '2024-06-01T00:00:00Z',
      sessionId: 's',
      input,
      output,
    });
    const { parts, formats } = await read(
      JSON.stringify({
        data: [
          trace('1', 'plain?', 'plain.'),
          trace('2', { messages: [{ role: 'user', content: 'list?' }] }, { role: 'assistant', content: 'list.' }),
          trace('3', [{ role: 'user', content: 'chat?' }], {
            choices: [{ message: { role: 'assistant', content: 'chat.' } }],
          }),
        ],
      }),
    );
    expect(formats).toEqual(['langfuse']);
    expect(parts.flatMap(({ messages }) => messages.map(({ text }) => text))).toEqual([
      'plain?',
      'plain.',
      'list?',
      'list.',
      'chat?',
      'chat.',
    ]);
  });
});
