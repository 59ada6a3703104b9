import { echo } from './support/conversations';
import { useFixture } from './support/fixture';
import { bearer, CLERK, NOTARY, PublishedScene, SCRIBE, sessionOf, signed } from './support/published-scene';

const scene = useFixture(
  () => PublishedScene.start(),
  (one) => one.stop(),
);
beforeEach(() => scene.stack.model.otherwise(echo));

describe('the sender of a prompt', () => {
  test('is the participant that its operator made of a NATS user, if it has signed', async () => {
    const stream = await scene.caller.prompt(NOTARY, 'signed', { headers: signed(scene.users.rita, NOTARY, 'signed') });
    expect(stream.text).toBe('answer to signed');
    expect(await scene.messagesIn(sessionOf(stream))).toMatchObject([{ author: { kind: 'user', id: 'rita' } }]);
  });

  test('that is only claimed is shown beside the message of the key, and grants nothing', async () => {
    const claim = JSON.stringify({ v: 1, account: '$G', user: scene.users.rita.getPublicKey(), name: 'Rita' });
    expect((await scene.caller.prompt(SCRIBE, 'claimed', { headers: { 'Agent-Sender': claim } })).error?.code).toBe(
      401,
    );
    const stream = await scene.caller.prompt(SCRIBE, '{"prompt":"shown","session":"claims"}', {
      headers: { 'Agent-Sender': claim, ...bearer(scene.keys.uma) },
    });
    expect(stream.end).toBe('ended');
    expect(await scene.messagesIn('claims')).toMatchObject([
      { author: { kind: 'user', id: 'uma', name: 'Rita (claimed)' } },
    ]);
  });

  test('may sign a prompt once', async () => {
    const headers = signed(scene.users.rita, NOTARY, 'once');
    expect((await scene.caller.prompt(NOTARY, 'once', { headers })).end).toBe('ended');
    expect((await scene.caller.prompt(NOTARY, 'once', { headers })).error).toMatchObject({ code: 401 });
  });

  const text = 'hi';
  const old = new Date(Date.now() - 120_000).toISOString();
  const to = (subject: string, payload: string, headers: () => Record<string, string>) => ({
    subject,
    payload,
    headers,
  });
  test.each<[string, number, ReturnType<typeof to>]>([
    ['without a key or a signature', 401, to(SCRIBE, text, () => ({}))],
    ['with an unknown key', 401, to(SCRIBE, text, () => bearer('crumb_unknown'))],
    ['with a console session as its key', 401, to(SCRIBE, text, () => bearer('console_a.b'))],
    [
      'with the name of a NATS user as its key',
      401,
      to(SCRIBE, text, () => bearer(`nats:default:${scene.users.rita.getPublicKey()}`)),
    ],
    ['with a key of another workspace', 403, to(SCRIBE, text, () => bearer(scene.keys.elsewhere))],
    ['with a key that may only read', 403, to(SCRIBE, text, () => bearer(scene.keys.reader))],
    ['of a participant whom the definition does not name', 403, to(CLERK, text, () => bearer(scene.keys.uma))],
    ['without a signature, where one is required', 401, to(NOTARY, text, () => bearer(scene.keys.uma))],
    ['signed by a user who is no participant', 403, to(NOTARY, text, () => signed(scene.users.stranger, NOTARY, text))],
    ['signed for another agent', 401, to(NOTARY, text, () => signed(scene.users.rita, SCRIBE, text))],
    ['signed for another text', 401, to(NOTARY, text, () => signed(scene.users.rita, NOTARY, 'ho'))],
    ['signed two minutes ago', 401, to(NOTARY, text, () => signed(scene.users.rita, NOTARY, text, { ts: old }))],
    [
      'signed in the name of another user',
      401,
      to(NOTARY, text, () => signed(scene.users.stranger, NOTARY, text, { user: scene.users.rita.getPublicKey() })),
    ],
    [
      'with a failing signature beside a valid key',
      401,
      to(SCRIBE, text, () => ({ ...bearer(scene.keys.uma), ...signed(scene.users.rita, NOTARY, text) })),
    ],
    [
      'with a sender that is not JSON',
      400,
      to(SCRIBE, text, () => ({ ...bearer(scene.keys.uma), 'Agent-Sender': 'rita' })),
    ],
    [
      'with a sender without a user',
      400,
      to(SCRIBE, text, () => ({ ...bearer(scene.keys.uma), 'Agent-Sender': '{"v":1,"account":"A"}' })),
    ],
    [
      'with a signature and no nonce',
      400,
      to(NOTARY, text, () => signed(scene.users.rita, NOTARY, text, { nonce: undefined })),
    ],
    ['that is empty', 400, to(SCRIBE, '', () => bearer(scene.keys.uma))],
    ['in broken JSON', 400, to(SCRIBE, '{"prompt":', () => bearer(scene.keys.uma))],
    ['in JSON without a prompt', 400, to(SCRIBE, '{"text":"hi"}', () => bearer(scene.keys.uma))],
    ['with an empty text in JSON', 400, to(SCRIBE, '{"prompt":""}', () => bearer(scene.keys.uma))],
    [
      'with base64 of the URL alphabet',
      400,
      to(SCRIBE, '{"prompt":"a","attachments":[{"filename":"f","content":"_-8="}]}', () => bearer(scene.keys.uma)),
    ],
    [
      'with base64 without padding',
      400,
      to(SCRIBE, '{"prompt":"a","attachments":[{"filename":"f","content":"YQ"}]}', () => bearer(scene.keys.uma)),
    ],
    [
      'with an attachment without a name',
      400,
      to(SCRIBE, '{"prompt":"a","attachments":[{"content":"YQ=="}]}', () => bearer(scene.keys.uma)),
    ],
    ['with a text that no message can hold', 400, to(SCRIBE, 'x'.repeat(300_000), () => bearer(scene.keys.uma))],
    [
      'with a session that is not a name',
      400,
      to(SCRIBE, '{"prompt":"a","session":"../x"}', () => bearer(scene.keys.uma)),
    ],
  ])(
    'is refused %s, with an error and the end, and nothing is written',
    async (_, code, { subject, payload, headers }) => {
      const before = (await scene.messagesIn('')).length;
      const stream = await scene.caller.prompt(subject, payload, { headers: headers() });
      expect([stream.error?.code, stream.end, stream.chunks]).toEqual([code, 'ended', []]);
      expect(stream.error?.body).toEqual(
        expect.objectContaining({ error: expect.any(String) as string, message: stream.error?.description }),
      );
      expect((await scene.messagesIn('')).length).toBe(before);
    },
  );

  test('is anyone where the operator has admitted anyone, each prompt in a session of its own', async () => {
    await scene.stack.api.post('/v1/keys/nats', {
      participant: { kind: 'user', id: 'guest' },
      role: 'writer',
      nats_user: 'anyone',
    });
    const streams = [await scene.caller.prompt(SCRIBE, 'first'), await scene.caller.prompt(SCRIBE, 'second')];
    expect(streams.map((stream) => stream.text)).toEqual(['answer to first', 'answer to second']);
    expect(new Set(streams.map(sessionOf)).size).toBe(2);
    expect((await scene.caller.prompt(CLERK, 'third')).error?.code).toBe(401);
    const { keys: listed } = await scene.stack.api.get<{ keys: { id: string; nats_user?: string }[] }>('/v1/keys');
    const id = listed.find(({ nats_user }) => nats_user === 'anyone')?.id;
    await scene.stack.api.request('DELETE', `/v1/keys/${id}`);
  });
});
