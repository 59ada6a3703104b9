import { scriptedModel, sseEvents, type ScriptedModel } from '@crumbtrail/testing';
import { ask, modelOf, until } from './model-fixture';

describe('the OpenAI adapter and the ear of a mode', () => {
  let server: ScriptedModel;
  beforeEach(async () => {
    server = await scriptedModel();
  });
  afterEach(() => server.close());

  it('breaks the request off when the ear has heard enough, and uses nothing after that', async () => {
    server.next({ say: 'one two| three four', pieces: 3, ending: 'stall' });
    const { reply, told } = await ask(modelOf(server), { streamFilter: until('|') });
    expect(reply).toMatchObject({ content: 'one two|', cut: true, shown: 'one two' });
    expect([reply.failure, told]).toEqual([undefined, 'one two']);
    expect(await server.calls[0]?.over).toBe('broken off by the client');
  });

  it('cuts a whole completion too, and keeps what it cost', async () => {
    const usage = { prompt_tokens: 9, completion_tokens: 7 };
    server.next({ say: 'one| two', whole: true, usage });
    const { reply } = await ask(modelOf(server), { streamFilter: until('|') });
    expect(reply).toMatchObject({ content: 'one|', cut: true, usage });
  });

  it('keeps the usage that came before it broke off', async () => {
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

  it('never fails over what comes after enough was heard', async () => {
    const event = (content: string): object => ({ choices: [{ index: 0, delta: { content } }] });
    server.next({ bytes: sseEvents(event('one|'), '{oops', { error: { message: 'died' } }) });
    expect((await ask(modelOf(server), { streamFilter: until('|') })).reply).toMatchObject({
      content: 'one|',
      cut: true,
    });
  });

  it('puts back what a server says it stopped at, and only that', async () => {
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

  it('sends four stop strings at most, and none to a provider that takes none', async () => {
    const stop = ['a1', 'b2', 'c3', 'd4', 'e5'];
    await ask(modelOf(server), { stop });
    await ask(modelOf(server, { stop: false }), { stop });
    expect(server.calls.map(({ body }) => body['stop'])).toEqual([['a1', 'b2', 'c3', 'd4'], undefined]);
  });

  it('tells people nothing that a model thinks, in fields of its own or in its text, however it is cut', async () => {
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

  it('takes thoughts without an answer as none', async () => {
    server.next({ say: '<think>Hm.' }, { say: '', reasoning: 'Hm.' });
    for (const _ of ['text', 'field']) expect((await ask(modelOf(server))).reply.failure?.code).toBe('empty_reply');
  });

  it('hides the thinking whose opening the template of the model wrote', async () => {
    server.next({ say: 'Hm, hm.</think>Hello.' });
    expect((await ask(modelOf(server, { begins_thinking: true }))).told).toBe('Hello.');
  });

  it('lets the ear hear the thinking where a mode wants it', async () => {
    server.next({ say: '<think>a|b' });
    const { reply } = await ask(modelOf(server), { streamFilter: until('|'), thinking: true });
    expect(reply.content).toBe('<think>a|');
  });
});
