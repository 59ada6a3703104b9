import type { SeenAgentsReply } from '@crumbtrail/contracts/http/seen-agents';
import { eventually } from '@crumbtrail/testing';
import { approvalScript } from './support/approval-script';
import { useFixture } from './support/fixture';
import { publishAgent } from './support/published-agents';
import { bearer, CLERK, PublishedScene, SCRIBE, sessionOf } from './support/published-scene';

const scene = useFixture(
  () => PublishedScene.start(),
  (one) => one.stop(),
);
beforeEach(() => scene.stack.model.otherwise(approvalScript));

describe('a published agent on NATS', () => {
  test('is found by PING and INFO as a service named agents, with its endpoints, their queue group and their metadata', async () => {
    const pings = await scene.caller.discover('PING');
    const all = await scene.caller.discover('INFO');
    expect(pings.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
    const subjects = all.flatMap(({ endpoints }) => endpoints.map(({ subject }) => subject)).sort();
    const names = ['clerk', 'notary', 'scribe'];
    expect(subjects).toEqual(
      ['prompt', 'status'].flatMap((verb) => names.map((name) => `agents.${verb}.crumbtrail.default.${name}`)),
    );
    const [clerk] = all.filter(({ endpoints }) => endpoints.some(({ subject }) => subject === CLERK));
    expect(clerk).toMatchObject({
      name: 'agents',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      metadata: { agent: 'crumbtrail', owner: 'default', protocol_version: '0.3', session: 'office' },
    });
    const [prompt, status] = clerk?.endpoints ?? [];
    const metadata = { max_payload: '1MB', attachments_ok: 'true', min_sender_trust: 'any' };
    expect(prompt).toMatchObject({ name: 'prompt', queue_group: 'agents', metadata });
    expect(status).toMatchObject({ name: 'status', queue_group: 'agents' });
    expect(await scene.caller.discover('INFO', clerk?.id)).toEqual([clerk]);
    const [scribe] = all.filter(({ endpoints }) => endpoints.some(({ subject }) => subject === SCRIBE));
    expect(scribe?.metadata).toEqual({ agent: 'crumbtrail', owner: 'default', protocol_version: '0.3' });
  });

  test('sends heartbeats on its fixed subject, and the same on request, without any identity', async () => {
    const [beat] = await new Promise<{ subject: string; data: Record<string, unknown> }[]>((resolve) => {
      scene.caller.connection.subscribe('agents.hb.*.*.clerk', {
        max: 1,
        callback: (_, message) => resolve([{ subject: message.subject, data: message.json() }]),
      });
    });
    const status = await scene.caller.connection.request('agents.status.crumbtrail.default.clerk', 'ignored');
    const shape = {
      agent: 'crumbtrail',
      owner: 'default',
      session: 'office',
      instance_id: expect.any(String) as string,
      ts: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      interval_s: 1,
    };
    expect(beat).toEqual({ subject: 'agents.hb.crumbtrail.default.clerk', data: shape });
    expect(status.json()).toEqual({ ...shape, instance_id: beat?.data['instance_id'] });
  });

  test('answers a prompt on its stream: one ack, responses, and an empty message without headers; the message is in the log before the ack', async () => {
    let inLog: Promise<readonly unknown[]> = Promise.resolve([]);
    const stream = await scene.caller.prompt(SCRIBE, 'hello there', {
      headers: bearer(scene.keys.uma),
      onMessage: ({ headers: given }) => {
        const session = given['Crumbtrail-Session'];
        if (session !== undefined) inLog = scene.messagesIn(session);
      },
    });
    expect(stream.chunks[0]).toEqual({ type: 'status', data: 'ack' });
    expect(new Set(stream.chunks.slice(1).map(({ type }) => type))).toEqual(new Set(['response']));
    expect([stream.text, stream.end, stream.messages.at(-1)]).toEqual([
      'answer to hello there',
      'ended',
      { body: '', headers: {} },
    ]);
    expect(await inLog).toEqual([
      expect.objectContaining({
        context: { content: 'hello there' },
        author: expect.objectContaining({ id: 'uma' }) as object,
      }),
    ]);
    expect(await scene.answersIn(sessionOf(stream))).toMatchObject([{ context: { content: 'answer to hello there' } }]);
  });

  test('goes on in one session of each caller, or in the one that its definition names', async () => {
    const say = (subject: string, key: string) =>
      scene.caller.prompt(subject, 'again', { headers: bearer(key) }).then(sessionOf);
    const [first, second, other, office] = [
      await say(SCRIBE, scene.keys.uma),
      await say(SCRIBE, scene.keys.uma),
      await say(SCRIBE, scene.keys.carl),
      await say(CLERK, scene.keys.carl),
    ];
    expect(second).toBe(first);
    expect(other).not.toBe(first);
    expect(office).toBe('office');
  });

  test.each([
    ['text that begins with white space', ' \n\thello', 'answer to hello'],
    ['JSON after white space', ' \r\n{"prompt":"as json"}', 'answer to as json'],
    ['JSON with fields that nobody knows', '{"prompt":"more","attachments":[],"colour":"red"}', 'answer to more'],
  ])('takes %s', async (_, payload, answer) => {
    const stream = await scene.caller.prompt(SCRIBE, payload, { headers: bearer(scene.keys.uma) });
    expect(stream.text).toBe(answer);
    expect(stream.messages[0]?.headers['Crumbtrail-Ignored']).toBe(payload.includes('colour') ? 'colour' : undefined);
  });

  test('takes attachments as files of the message, also where nobody knows some of their fields', async () => {
    const content = Buffer.from('The key is under the mat.').toString('base64');
    const payload = JSON.stringify({
      prompt: 'read it',
      attachments: [{ filename: '../notes.txt', content, mood: 'good' }],
      session: 'files',
    });
    const stream = await scene.caller.prompt(SCRIBE, payload, { headers: bearer(scene.keys.uma) });
    expect([stream.end, sessionOf(stream)]).toEqual(['ended', 'files']);
    expect(await scene.messagesIn('files')).toMatchObject([
      { context: { files: [{ name: '.._notes.txt', type: 'text/plain' }] } },
    ]);
  });

  test('joins a prompt that is repeated with the same id, and refuses another one with that id', async () => {
    scene.stack.model.next({ say: 'only once', delay_ms: 500 });
    const send = (prompt: string) =>
      scene.caller.prompt(SCRIBE, JSON.stringify({ prompt, session: 'twice' }), {
        headers: { ...bearer(scene.keys.uma), 'Nats-Msg-Id': 'one' },
      });
    const streams = await Promise.all([send('join'), send('join')]);
    expect([...streams, await send('join')].map(({ text }) => text)).toEqual(['only once', 'only once', 'only once']);
    expect(await scene.messagesIn('twice')).toHaveLength(1);
    expect(await scene.answersIn('twice')).toHaveLength(1);
    expect((await send('something else')).error).toMatchObject({ code: 409, body: { error: 'idempotency_conflict' } });
  });

  test('asks its caller what waits for a person, and the replies decide as in the console', async () => {
    const asked: string[] = [];
    const replies = ['perhaps', 'approve', 'red'];
    const answer = ({ prompt }: { prompt: string }): string | undefined => {
      asked.push(prompt);
      return replies.shift();
    };
    const headers = bearer(scene.keys.uma);
    const sum = await scene.caller.prompt(SCRIBE, '{"prompt":"sum it","session":"queries"}', { headers, answer });
    expect(asked).toEqual([
      'scribe wants to call calculator with {"expression":"6*7"}. Reply approve, or deny and why.',
      'The reply was neither approve nor deny. scribe wants to call calculator with {"expression":"6*7"}. Reply approve, or deny and why.',
    ]);
    expect(sum.text).toContain('42');
    const question = await scene.caller.prompt(SCRIBE, '{"prompt":"ask me","session":"queries"}', { headers, answer });
    expect(question.text).toContain('red');
    const { approvals } = await scene.stack.api.get<{ approvals: { status: string; decision: object }[] }>(
      '/v1/approvals?session=queries&status=decided',
    );
    expect(approvals.map(({ status }) => status)).toEqual(['answered', 'approved']);
    expect(approvals[0]?.decision).toMatchObject({ by: { kind: 'user', id: 'uma' } });
  });

  test('does not ask a caller who may not decide: the stream ends, and says where it is decided', async () => {
    await publishAgent(scene.stack, {
      agent: 'banker',
      tools: ['calculator'],
      approvals: [{ tools: ['calculator'], approval: 'always' }],
    });
    const { subject } = await eventually(() => scene.caller.endpoint('banker').catch(() => undefined));
    const stream = await scene.caller.prompt(subject, 'sum it', { headers: bearer(scene.keys.uma) });
    expect([stream.end, stream.chunks.some(({ type }) => type === 'query')]).toEqual(['ended', false]);
    expect(stream.text).toContain('[Waiting for a person]');
  });

  test('is listed for the operator of its workspace beside agents of other programs, with their owners, sessions and liveness', async () => {
    const { connection } = scene.caller;
    const add = (config: object) =>
      connection.services.add({ name: 'agents', version: '1.2.3', queue: 'agents', ...config });
    const pi = await add({ metadata: { agent: 'pi', owner: 'otto', session: 'desk', protocol_version: '0.3' } });
    pi.addEndpoint('prompt', { subject: 'agents.prompt.pi.otto.desk', metadata: { min_sender_trust: 'signed' } });
    const broken = await add({ metadata: { agent: 'odd' } });
    const list = () => scene.stack.api.get<SeenAgentsReply>('/v1/agents/seen');
    const seen = await list();
    expect(seen.unreadable).toBe(1);
    const { id } = pi.ping();
    expect(seen.agents.filter(({ agent }) => agent === 'pi')).toEqual([
      {
        agent: 'pi',
        owner: 'otto',
        name: 'desk',
        session: 'desk',
        instance_id: id,
        version: '1.2.3',
        protocol_version: '0.3',
        is_compatible: true,
        subject: 'agents.prompt.pi.otto.desk',
        min_sender_trust: 'signed',
        is_online: true,
      },
    ]);
    expect(seen.agents).toContainEqual(
      expect.objectContaining({ agent: 'crumbtrail', name: 'clerk', session: 'office', is_online: true }),
    );
    connection.publish('agents.hb.pi.otto.desk', JSON.stringify({ instance_id: id, interval_s: 3_600 }));
    await Promise.all([pi.stop(), broken.stop()]);
    const later = (await list()).agents.find(({ agent }) => agent === 'pi');
    expect(later).toMatchObject({ is_online: true, last_heartbeat_at: expect.any(String) as string });
    const { body } = await scene.stack.api.request<SeenAgentsReply>('GET', '/v1/agents/seen', undefined, {
      key: scene.keys.elsewhere,
    });
    expect(body.agents.some(({ agent }) => agent === 'crumbtrail')).toBe(false);
    expect((await scene.stack.api.request('GET', '/v1/agents/seen', undefined, { key: scene.keys.uma })).status).toBe(
      403,
    );
  });

  test('is gone soon after its definition publishes it no more, and refuses prompts at once', async () => {
    await publishAgent(scene.stack, { agent: 'brief' });
    const { subject } = await eventually(() => scene.caller.endpoint('brief').catch(() => undefined));
    const [definition] = (await scene.conversations.listCrumbs<{ agent: string }>('agent.def.v1')).filter(
      ({ context }) => context.agent === 'brief',
    );
    const { publish: _, ...context } = definition?.context as Record<string, unknown>;
    await scene.stack.api.request(
      'PATCH',
      `/v1/breadcrumbs/${definition?.id}`,
      { context },
      { headers: { 'if-match': '"1"' } },
    );
    const { error } = await scene.caller.prompt(subject, 'still there?', {
      headers: bearer(scene.keys.uma),
      patienceMs: 3_000,
    });
    expect(error?.code ?? 404).toBe(404);
    await eventually(
      async () =>
        !(await scene.caller.discover()).some(({ endpoints }) => endpoints.some((one) => one.subject === subject)),
    );
  });
});
