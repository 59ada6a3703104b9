import {
  AgentDef,
  Commit,
  type CommitRequest,
  type Envelope,
  List,
  type ListRequest,
  Read,
  refuse,
  responseId,
  singletonId,
  turnId,
  Turns,
  type TurnView,
} from '@crumbtrail/contracts';
import { crumb, found } from './crumbs';
import type { FakeServices } from './fake-services';
import { type GatewayUnderTest, startGateway } from './gateway';

export const agent = (name: string, more: object = {}): Envelope =>
  crumb({
    id: singletonId('default', 'agent', name),
    schema_name: AgentDef.name,
    session: undefined,
    context: { agent: name, prompt: 'p', subscriptions: [{ schema: 'user.message.v1' }], ...more },
  } as Partial<Envelope>);

/** A fake store that keeps what is written, for the OpenAI endpoints; the agent's responses come from `answer`. */
export class Log {
  readonly crumbs: Envelope[] = [
    agent('assistant', { name: 'Lola' }),
    agent('deaf', { subscriptions: [{ schema: 'x.v1' }] }),
  ];
  readonly commits: CommitRequest[] = [];
  answer: Record<string, unknown> | null = {
    action: 'speak',
    content: 'hi',
    usage: { prompt_tokens: 5, completion_tokens: 2 },
  };
  private readonly keys = new Map<string, string>();

  commit(request: CommitRequest): { results: never[] } {
    this.commits.push(request);
    const key = request.idempotency_key;
    const said = JSON.stringify(request.writes);
    if (key && (this.keys.get(key) ?? said) !== said) throw refuse('idempotency_conflict', 'used');
    if (key) this.keys.set(key, said);
    return { results: request.writes.map((write) => this.append(write as never)) as never[] };
  }

  turnOn(message: Envelope): TurnView {
    const { id, version } = message;
    const turn = turnId('default', { agent: 'assistant', trigger: { id, version }, generation: 0 });
    const response_id = responseId('default', turn);
    const isClosed = this.crumbs.some((one) => one.id === response_id);
    const state = isClosed ? ('closed' as const) : ('open' as const);
    return { id: turn, agent: 'assistant', state, cause: { id, version }, ...(isClosed ? { response_id } : {}) };
  }

  list({ schema, session, tag, limit = 50 }: ListRequest): { crumbs: Envelope[]; position: number } {
    const wanted = (one: Envelope): boolean =>
      (schema === undefined || one.schema_name === schema) &&
      (session === undefined || one.session === session) &&
      (tag === undefined || one.tags.includes(tag));
    return { crumbs: this.crumbs.filter(wanted).reverse().slice(0, limit), position: 9 };
  }

  private append({ draft }: { draft: Partial<Envelope> }): { id: string; version: number; position: number } {
    const n = this.crumbs.length + 1;
    const id = `0197a6d0-0000-7000-8000-${String(n).padStart(12, '0')}`;
    const message = crumb({
      ...draft,
      id,
      version: 1,
      position: n,
      trail_id: id,
      created_at: new Date().toISOString(),
    });
    this.crumbs.push(message);
    if (draft.schema_name === 'user.message.v1' && this.answer) this.respond(message, this.answer);
    return { id, version: 1, position: n };
  }

  /** The id of the answer to a message. */
  answerTo(message: Envelope): string {
    return responseId('default', this.turnOn(message).id);
  }

  respond(message: Envelope, context: Record<string, unknown>): void {
    const response = { id: this.answerTo(message), schema_name: 'agent.response.v1', context };
    this.crumbs.push(crumb({ ...response, session: message.session as string, version: 1, tags: [] }));
  }

  get last(): Envelope {
    return this.crumbs.findLast(({ schema_name }) => schema_name === 'user.message.v1') as Envelope;
  }
}

export const user = (content: string): object => ({ role: 'user', content });
export const assistant = (content: string): object => ({ role: 'assistant', content });

type Json = Record<string, never>;

/** The drafts of a commit. */
export const draftsOf = (
  commit: CommitRequest | undefined,
): { schema_name: string; session: string; context: Json; author?: object }[] =>
  (commit?.writes ?? []).map((write) => (write as never as { draft: never }).draft);

/** The status and the error of a rejected request. */
export async function errorOf(answer: Response): Promise<[number, Record<string, unknown>]> {
  return [answer.status, ((await answer.json()) as { error: Record<string, unknown> }).error];
}

/** A gateway with such a store. */
export class Protocol {
  log = new Log();

  private constructor(readonly gateway: GatewayUnderTest) {}

  static async start(): Promise<Protocol> {
    return new Protocol(await startGateway());
  }

  get fake(): FakeServices {
    return this.gateway.fake;
  }

  /** Clears the log. */
  begin(): Log {
    this.fake.forget();
    this.log = new Log();
    const at = (id: string): Envelope | null => this.log.crumbs.find((one) => one.id === id) ?? null;
    this.fake.say(Commit, (request) => this.log.commit(request));
    this.fake.say(List, (request) => this.log.list(request));
    this.fake.say(Read, ({ refs }) => found(refs.map(({ id }) => at(id))));
    this.fake.say(Turns, ({ cause }) => ({ decided: true, turns: [this.log.turnOn(at(cause) as Envelope)] }));
    return this.log;
  }

  ask(messages: object[], more: object = {}, headers: Record<string, string> = {}): Promise<Response> {
    return this.gateway.send('POST', '/v1/chat/completions', { model: 'assistant', messages, ...more }, headers);
  }
}
