import type { AnswerChunk, PromptableAgent, PromptedAgents } from '@crumbtrail/bus';
import type { ModelReply, ModelRequest } from '@crumbtrail/prompting';
import { NatsAgent } from './nats-agent';

const ADDRESS = { agent: 'pi', owner: 'otto', name: 'desk' };
const SILENCE = undefined;
const END: AnswerChunk = { kind: 'end' } as AnswerChunk;
const ACK: AnswerChunk = { kind: 'ack' } as unknown as AnswerChunk;
const text = (said: string): AnswerChunk => ({ kind: 'text', text: said }) as AnswerChunk;

interface Scene {
  /** What each prompt is answered with; `undefined` is silence until the limit. */
  readonly streams: readonly (readonly (AnswerChunk | undefined)[])[];
  readonly isAlive?: boolean;
  readonly more?: Partial<PromptableAgent>;
}

interface Played {
  readonly reply: ModelReply;
  readonly payloads: readonly { readonly prompt: string; readonly attachments?: readonly unknown[] }[];
  /** The limits of silence that were waited for. */
  readonly limits: readonly number[];
  readonly closed: number;
}

/** Plays one question to an agent whose host is scripted, without waiting. */
async function play(
  { streams, isAlive = true, more = {} }: Scene,
  request: Partial<ModelRequest> = {},
): Promise<Played> {
  const payloads: Played['payloads'][number][] = [];
  const limits: number[] = [];
  let closed = 0;
  const agent = { is_compatible: true, min_sender_trust: 'any', takes_attachments: true, knows_repetitions: false };
  const agents = {
    find: () => Promise.resolve({ ...agent, ...more }),
    mostBytes: () => Promise.resolve(512 * 1024),
    isAlive: () => Promise.resolve(isAlive),
    prompt: (_: unknown, payload: string) => {
      const chunks = [...(streams[payloads.length] ?? [])];
      payloads.push(JSON.parse(payload) as Played['payloads'][number]);
      const next = (ms: number): Promise<AnswerChunk | undefined> => {
        limits.push(ms);
        return Promise.resolve(chunks.shift());
      };
      return Promise.resolve({ next, close: () => (closed += 1) });
    },
  } as unknown as PromptedAgents;
  const onHold = (): void => undefined;
  const model = new NatsAgent({ address: ADDRESS, promptId: 'turn:0', mayBeSent: false, agents, onHold });
  const listener = { attempt: () => undefined, text: () => undefined };
  const messages = [{ role: 'user' as const, content: 'My roof leaks.' }];
  const reply = await model.generate({ messages, ...request }, listener, new AbortController().signal);
  return { reply, payloads, limits, closed };
}

describe('an agent on NATS that is silent for a minute', () => {
  test('is waited for while its status says that it is alive, and its answer is taken', async () => {
    const { reply, payloads, limits, closed } = await play({
      streams: [[ACK, SILENCE, SILENCE, text('900 euros.'), SILENCE, END]],
    });
    expect([reply.content, reply.failure, payloads.length, closed]).toEqual(['900 euros.', undefined, 1, 1]);
    expect(new Set(limits)).toEqual(new Set([60_000]));
  });

  test('and does not answer for its status ends the turn, and is not asked twice', async () => {
    const { reply, payloads, closed } = await play({ streams: [[ACK, text('That costs '), SILENCE]], isAlive: false });
    expect([payloads.length, closed]).toEqual([1, 1]);
    expect(reply.failure).toMatchObject({ code: 'disconnected' });
    expect(reply.failure?.message).toContain('its answer was lost');
  });

  test('before its first acknowledgement has lost the prompt, although it is alive', async () => {
    const { reply, payloads } = await play({ streams: [[SILENCE, text('too late'), END]] });
    expect([payloads.length, reply.failure?.code]).toEqual([1, 'disconnected']);
  });

  test('is asked again with the same id where its program knows repetitions: it joins the first prompt', async () => {
    const { reply, payloads } = await play({
      streams: [
        [ACK, text('That costs '), SILENCE],
        [ACK, text('That costs 900 euros.'), END],
      ],
      more: { knows_repetitions: true },
    });
    expect([reply.content, payloads.length]).toEqual(['That costs 900 euros.', 2]);
    expect(payloads[0]).toEqual(payloads[1]);
  });
});

describe('pictures for an agent on NATS', () => {
  const picture = { name: 'roof.png', type: 'image/png', data: 'aGVsbG8=' };
  const messages = [{ role: 'user' as const, content: 'See the picture.', pictures: [picture] }];
  const request = { messages } as unknown as Partial<ModelRequest>;

  test('go along as attachments', async () => {
    const { payloads } = await play({ streams: [[ACK, text('Seen.'), END]] }, request);
    expect(payloads).toMatchObject([{ attachments: [{ filename: 'roof.png', content: 'aGVsbG8=' }] }]);
  });

  test('are named to one that takes none', async () => {
    const { payloads } = await play(
      { streams: [[ACK, text('Seen.'), END]], more: { takes_attachments: false } },
      request,
    );
    expect(payloads[0]?.prompt).toContain('[It takes no files. Not sent: roof.png]');
    expect(payloads[0]?.attachments ?? []).toEqual([]);
  });

  test('that make the prompt larger than it takes are refused, and say what to do', async () => {
    const large = { ...picture, data: 'a'.repeat(600 * 1024) };
    const { reply, payloads } = await play({ streams: [] }, {
      messages: [{ role: 'user', content: 'See.', pictures: [large] }],
    } as unknown as Partial<ModelRequest>);
    expect([payloads, reply.failure?.code]).toEqual([[], 'refused']);
    expect(reply.failure?.message).toContain('send smaller pictures');
  });
});
