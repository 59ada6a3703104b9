import { connect, type NatsConnection, type Status } from 'nats';
import type { PromptableAgent } from '../src/agent-protocol/agent-info';
import type { AnswerChunk } from '../src/agent-protocol/answer-chunk';
import type { AnswerStream } from '../src/agent-protocol/answer-stream';
import { PromptedAgents } from '../src/agent-protocol/prompted-agents';
import { agentsGrants, GUESTS_USER, PROMPTS_USER } from '../src/nats-server/agents-grants';
import { Broker } from './broker';

const DESK = { agent: 'pi', owner: 'otto', name: 'desk' };
const SUBJECT = 'agents.prompt.pi.otto.desk';

let broker: Broker;
let guest: NatsConnection;
let one: PromptedAgents;
let other: PromptedAgents;

const login = (user: string) => ({ servers: broker.server.url, user, password: user });

beforeAll(async () => {
  const users = Object.entries(agentsGrants).map(([user, grants]) => ({ user, password: user, grants }));
  broker = await Broker.start({ users });
  guest = await connect({ servers: broker.server.url, user: GUESTS_USER, pass: GUESTS_USER });
  one = new PromptedAgents(login(PROMPTS_USER));
  other = new PromptedAgents(login(PROMPTS_USER));
}, 20_000);
afterAll(async () => {
  await Promise.all([one.close(), other.close(), guest.close()]);
  await broker.stop();
});

/** The agent of another program, whose stream the test itself writes. */
async function desk(metadata: Record<string, string> = {}): Promise<{ agent: PromptableAgent; stop(): Promise<void> }> {
  const about = { agent: 'pi', owner: 'otto', protocol_version: '0.3' };
  const service = await guest.services.add({ name: 'agents', version: '1.0.0', queue: 'agents', metadata: about });
  service.addEndpoint('prompt', { subject: SUBJECT, metadata, handler: () => undefined });
  await guest.flush();
  const agent = (await one.find(DESK)) as PromptableAgent;
  return { agent, stop: async () => void (await service.stop()) };
}

const next = (stream: AnswerStream): Promise<AnswerChunk | undefined> =>
  stream.next(5_000, new AbortController().signal);

/** The texts of a stream, to its end. */
async function textsOf(stream: AnswerStream): Promise<string[]> {
  const texts: string[] = [];
  for (let chunk = await next(stream); chunk?.kind === 'text' || chunk?.kind === 'ack'; chunk = await next(stream))
    if (chunk.kind === 'text') texts.push(chunk.text);
  return texts;
}

it('finds an agent by program, owner and name with what its endpoint says, and nobody of another name', async () => {
  const { agent, stop } = await desk({ max_payload: '2KB', attachments_ok: 'true', repetitions: 'Nats-Msg-Id' });
  const known = { takes_attachments: true, knows_repetitions: true, is_compatible: true, max_payload: 2_048 };
  expect(agent).toMatchObject({ ...DESK, subject: SUBJECT, ...known });
  expect(await one.mostBytes(agent)).toBe(2_048);
  expect(await one.find({ ...DESK, owner: 'anna' })).toBeUndefined();
  await stop();
});

it('learns at once that nobody takes the prompts of an agent that has gone', async () => {
  const { agent, stop } = await desk();
  await stop();
  expect(await next(await one.prompt(agent, 'hello', 'id'))).toEqual({ kind: 'nobody' });
  expect(await one.isAlive({ ...agent, status_subject: 'agents.status.pi.otto.desk' })).toBe(false);
});

it('lets another process go on with a held answer: from its beginning, in its order, and with the answer to its question', async () => {
  const { agent, stop } = await desk();
  const inbox = guest.subscribe('_INBOX.question', { max: 1 });
  const prompts = guest.subscribe(SUBJECT, { max: 1 });
  const stream = await one.prompt(agent, 'hello', 'id');
  for await (const message of prompts)
    expect([message.string(), message.headers?.get('Nats-Msg-Id')]).toEqual(['hello', 'id']);
  const say = (data: string): void => guest.publish(stream.subject, JSON.stringify({ type: 'response', data }));
  say('first ');
  expect(await next(stream)).toEqual({ kind: 'text', text: 'first ' });
  const held = await one.hold({ stream, reply_subject: '_INBOX.question', text: 'first ' });
  for (const piece of ['ha', 'ha', 'ha']) say(piece);
  await guest.flush();
  const taken = (await other.take(held, 'yes')) as AnswerStream;
  for await (const message of inbox) expect(message.string()).toBe('yes');
  say('!');
  guest.publish(stream.subject, '');
  expect(await textsOf(taken)).toEqual(['first ', 'ha', 'ha', 'ha', '!']);
  expect(await other.take(held, 'no')).toBeUndefined();
  await stop();
});

it('lets nobody go on with an answer that was given up', async () => {
  const { agent, stop } = await desk();
  const stream = await one.prompt(agent, 'hello', 'id');
  const held = await one.hold({ stream, reply_subject: '_INBOX.question', text: '' });
  one.release(held);
  expect(await other.take(held, 'yes')).toBeUndefined();
  await stop();
});

describe('the user that prompts agents', () => {
  /** The first thing that the server refuses to this user. */
  const refusal = async (act: (connection: NatsConnection) => void): Promise<string> => {
    const connection = await connect({ servers: broker.server.url, user: PROMPTS_USER, pass: PROMPTS_USER });
    try {
      const status = connection.status()[Symbol.asyncIterator]();
      act(connection);
      const { value } = (await status.next()) as { value: Status };
      return `${value.permissionContext?.operation} ${value.permissionContext?.subject}`;
    } finally {
      await connection.close();
    }
  };

  it.each([
    'store.commit.default.gateway',
    'crumbs.default.created.user_message_v1._',
    '$JS.API.STREAM.DELETE.CRUMBS',
    'agents.hb.crumbtrail.default.scribe',
    '_INBOX_gateway.x',
  ])('cannot publish to %s', async (subject) => {
    expect(await refusal((connection) => connection.publish(subject, 'x'))).toBe(`publish ${subject}`);
  });

  it.each(['>', 'agents.>', 'agents.prompt.>', '_INBOX.>', '_INBOX_crumbtrail-agents.>', 'store.>'])(
    'cannot subscribe to %s',
    async (subject) => {
      const act = (connection: NatsConnection): void =>
        void connection.subscribe(subject, { callback: () => undefined });
      expect(await refusal(act)).toBe(`subscription ${subject}`);
    },
  );
});
