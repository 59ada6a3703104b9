import { scriptedModel, sseEvents, type ScriptedModel } from '@crumbtrail/testing';
import { tags } from '@crumbtrail/prompting';
import { ask, modelOf } from '@crumbtrail/models/test';
import { game } from './game-fixture';

const delta = (content: string): object => ({ choices: [{ index: 0, delta: { content } }] });
const CALL = '<think>Ist er’s? 👩‍👧 <check_will>Zoë</check_will>';
const events = (...pieces: readonly string[]): Uint8Array => new TextEncoder().encode(sseEvents(...pieces.map(delta)));

describe('tags mode: a byte stream', () => {
  let server: ScriptedModel;
  beforeEach(async () => {
    server = await scriptedModel();
  });
  afterEach(() => server.close());

  it('is one call and nothing after it, at whatever byte the network cuts it', async () => {
    const request = tags.buildRequest(game, {});
    const bytes = events(CALL.slice(0, 25), `${CALL.slice(25)} AFTER`, '<speak>AFTER</speak>');
    const model = modelOf(server);
    for (let cut = 1; cut < bytes.length; cut += 1) {
      server.next({ bytes, cuts: [cut], ending: 'stall' });
      const { reply, told } = await ask(model, request);
      expect([reply.content, reply.cut, told]).toEqual([CALL, true, '']);
      expect(tags.parseReply(game, reply)).toMatchObject({ calls: [{ tool: 'check_will', input: { player: 'Zoë' } }] });
      expect(await server.calls[cut - 1]?.over).toBe('broken off by the client');
    }
  }, 30_000);

  it('begins inside the thinking when the chat template opened it', async () => {
    const can = { begins_thinking: true };
    server.next({ say: 'I could say <speak>SECRET</speak>.</think><speak>Hi.</speak>' });
    const { reply, told } = await ask(modelOf(server, can), tags.buildRequest(game, can));
    expect([tags.parseReply(game, reply), told]).toMatchObject([{ kind: 'final', content: 'Hi.' }, 'Hi.']);
  });

  it('is one call in one chunk, in chunks of one byte, and as a whole completion', async () => {
    const request = tags.buildRequest(game, {});
    const bytes = events(`${CALL} AFTER`);
    const every = Array.from({ length: bytes.length - 1 }, (_, at) => at + 1);
    server.next({ bytes }, { bytes, cuts: every, between_ms: 0 }, { say: `${CALL} AFTER`, whole: true });
    for (const _ of ['one', 'bytes', 'whole']) expect((await ask(modelOf(server), request)).reply.content).toBe(CALL);
  });
});
