import { scriptedModel, sseEvents, type ScriptedModel } from '@crumbtrail/testing';
import { ask, modelOf, until } from './model-fixture';

describe('OpenAiModel: the stream filter of a tool mode', () => {
  let server: ScriptedModel;
  beforeEach(async () => {
    server = await scriptedModel();
  });
  afterEach(() => server.close());

  it('aborts the request when the filter stops, and ignores everything after that', async () => {
    server.next({ say: 'one two| three four', pieces: 3, ending: 'stall' });
    const { reply, told } = await ask(modelOf(server), { streamFilter: until('|') });
    expect(reply).toMatchObject({ content: 'one two|', cut: true, shown: 'one two' });
    expect([reply.failure, told]).toEqual([undefined, 'one two']);
    expect(await server.calls[0]?.over).toBe('broken off by the client');
  });

  it('cuts a whole completion too, and keeps its usage', async () => {
    const usage = { prompt_tokens: 9, completion_tokens: 7 };
    server.next({ say: 'one| two', whole: true, usage });
    const { reply } = await ask(modelOf(server), { streamFilter: until('|') });
    expect(reply).toMatchObject({ content: 'one|', cut: true, usage });
  });

  it('keeps the usage received before the abort', async () => {
    server.next({
      say: 'one| two',
      pieces: ['one|', ' two'],
      usage: { prompt_tokens: 9, completion_tokens: 3 },
      ending: 'stall',
    });
    const { reply } = await ask(modelOf(server, { running_usage: true }), { streamFilter: until('|') });
    expect(reply).toMatchObject({ cut: true, usage: { prompt_tokens: 9, completion_tokens: 3 } });
    expect(server.calls[0]?.body.stream_options).toEqual({ include_usage: true, continuous_usage_stats: true });
  });

  it('never fails because of data after the stop', async () => {
    const event = (content: string): object => ({ choices: [{ index: 0, delta: { content } }] });
    server.next({ bytes: sseEvents(event('one|'), '{oops', { error: { message: 'died' } }) });
    expect((await ask(modelOf(server), { streamFilter: until('|') })).reply).toMatchObject({
      content: 'one|',
      cut: true,
    });
  });

  it('restores the stop string that a server reports, and nothing else', async () => {
    const asked = { streamFilter: until('|'), stop: ['|', '#'] };
    server.stops('tell');
    server.next({ say: 'one| two' }, { say: 'one# two' });
    const { reply } = await ask(modelOf(server), asked);
    expect(reply).toMatchObject({ content: 'one|', cut: true, usage: { completion_tokens: 1 } });
    expect(await server.calls[0]?.over).toBe('answered');
    expect((await ask(modelOf(server), asked)).reply.content).toBe('one#');
    server.stops('strip');
    server.next({ say: 'one| two' });
    expect((await ask(modelOf(server), asked)).reply.content).toBe('one');
  });

  it('sends at most four stop strings, and none to a provider without support', async () => {
    const stop = ['a1', 'b2', 'c3', 'd4', 'e5'];
    await ask(modelOf(server), { stop });
    await ask(modelOf(server, { stop: false }), { stop });
    expect(server.calls.map(({ body }) => body['stop'])).toEqual([['a1', 'b2', 'c3', 'd4'], undefined]);
  });

  it('shows people no thinking, from separate fields or from the text, for any split into chunks', async () => {
    const say =
      ' \n<think>They <speak>lie</speak>.</think>\n\n<thinking>Really?</thinking> Hello <think>there</think>.';
    for (let pieces = 1; pieces <= say.length; pieces += 1) {
      server.next({
        say,
        pieces,
        reasoning: 'I must hide this.',
        reasoning_in: pieces % 2 ? 'reasoning' : 'reasoning_content',
      });
      const { reply, told } = await ask(modelOf(server));
      expect([reply.content, reply.shown, told]).toEqual(Array(3).fill('Hello <think>there</think>.'));
    }
  });

  it('treats thinking without an answer as an empty reply', async () => {
    server.next({ say: '<think>Hm.' }, { say: '', reasoning: 'Hm.' });
    for (const _ of ['text', 'field']) expect((await ask(modelOf(server))).reply.failure?.code).toBe('empty_reply');
  });

  it('hides thinking whose opening tag is part of the chat template', async () => {
    server.next({ say: 'Hm, hm.</think>Hello.' });
    expect((await ask(modelOf(server, { begins_thinking: true }))).told).toBe('Hello.');
  });

  it('passes thinking to the filter when a mode asks for it', async () => {
    server.next({ say: '<think>a|b' });
    const { reply } = await ask(modelOf(server), { streamFilter: until('|'), thinking: true });
    expect(reply.content).toBe('<think>a|');
  });
});
