import { OpenAiModel } from '../src';
import {
  HOSTED_MODEL_LIMITS,
  type ModelListener,
  type ModelProfile,
  type ModelReply,
  type ModelRequest,
} from '@crumbtrail/prompting';
import { scriptedModel, type ScriptedModel } from '@crumbtrail/testing';

const KEY = 'sk-secret-0123456789abcdef';
const request: ModelRequest = {
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Alice: hi' },
  ],
};

class Heard implements ModelListener {
  readonly log: string[] = [];
  attempt(attempt: number): void {
    this.log.push(`#${attempt}`);
  }
  text(piece: string): void {
    this.log.push(piece);
  }
}

describe('OpenAiModel: failures', () => {
  let server: ScriptedModel;
  let heard: Heard;

  beforeEach(async () => {
    server = await scriptedModel();
    heard = new Heard();
  });
  afterEach(() => server.close());

  const profile = (over: Partial<ModelProfile> = {}): ModelProfile => ({
    base_url: server.base_url,
    name: 'small-model',
    key: KEY,
    ...HOSTED_MODEL_LIMITS,
    max_wait_ms: 2_000,
    ...over,
  });
  const ask = (over: Partial<ModelProfile> = {}, signal = new AbortController().signal): Promise<ModelReply> =>
    new OpenAiModel(profile(over)).generate(request, heard, signal);

  it.each([
    ['a disconnect', { say: 'one two three', after: 2, ending: 'disconnect' }, 'disconnected', 'one two '],
    ['a stream that just ends', { say: 'one two three', after: 1, ending: 'close' }, 'disconnected', 'one '],
    ['garbage in the stream', { say: 'one two three', after: 1, ending: 'garbage' }, 'bad_stream', 'one '],
    [
      'an error in the stream',
      { say: 'one two three', after: 1, stream_error: 'upstream died' },
      'model_error',
      'one ',
    ],
    ['a web page', { type: 'text/html', body: '<html>hello</html>' }, 'bad_stream', ''],
    ['a hang-up', { hang_up: true }, 'unreachable', ''],
    ['nothing said', { say: '' }, 'empty_reply', ''],
    ['blanks', { say: ' \n ' }, 'empty_reply', ' \n '],
    ['a refusal', { refuse: 'I cannot help with that.' }, 'refused', ''],
    ['the content filter', { say: 'well', finish_reason: 'content_filter' }, 'refused', 'well'],
    ['the limit of output', { say: 'half a sent', finish_reason: 'length' }, 'cut_off', 'half a sent'],
  ] as const)('reports %s as a failure, with the text received until then', async (_, script, code, content) => {
    server.otherwise(script);
    expect(await ask({ max_attempts: 1 })).toMatchObject({ content, failure: { code } });
  });

  it('reports a timeout for a server that sends nothing, goes silent, or never ends', async () => {
    server.next({ stall: true }, { say: 'one two three', after: 1, ending: 'stall' });
    const impatient = { silence_timeout_ms: 1_500, max_attempts: 1 };
    expect(await ask(impatient)).toMatchObject({ content: '', failure: { code: 'timeout' } });
    expect(await ask(impatient)).toMatchObject({
      content: 'one ',
      failure: { code: 'timeout', message: expect.stringContaining('sent no data') as string },
    });
    server.next({ say: 'word '.repeat(500), between_ms: 20 });
    expect(await ask({ attempt_timeout_ms: 1_500, max_attempts: 1 })).toMatchObject({
      failure: { code: 'timeout', message: expect.stringContaining('did not finish') as string },
    });
  });

  it('reports a server that cannot be reached', async () => {
    const reply = await ask({ base_url: 'http://127.0.0.1:9/v1', max_attempts: 1 });
    expect(reply.failure?.code).toBe('unreachable');
  });
});
