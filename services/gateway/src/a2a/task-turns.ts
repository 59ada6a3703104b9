import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { refuse, sha256 } from '@crumbtrail/contracts';
import { ListApprovals } from '@crumbtrail/contracts/operations/approvals';
import { readDecision } from '../agents/query-reply';
import { ApprovalDecider } from '../approvals/approval-decider';
import { chatTurnId } from '../openai/conversation-history';
import { PieceBuffer } from '../openai/piece-buffer';
import { ReplyFollower } from '../openai/reply-follower';
import { idsOfApprovals, JUST_DECIDED, type KnownApprovals, NOTHING_KNOWN, settleTurn } from '../openai/settle-turn';
import { type AwaitedTurn, TurnWaiter } from '../openai/turn-waiter';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import { MessagePlacement } from '../sessions/message-placement';
import { TurnStopper } from '../turns/turn-stopper';
import type { A2aCallFacts } from './a2a-call';
import type { TaskJson, UpdateJson } from './a2a-json';
import { PushConfigs } from './push-configs';
import type { ClientMessage } from './read-message';
import { TaskReader } from './task-reader';
import { TaskUpdates } from './task-updates';
import { isFinal } from './to-task';

/** Each message without a context begins a session; the same message again finds it. */
function newSession({ identity, to }: A2aCallFacts, { id }: ClientMessage): string {
  const { kind, id: participant } = identity.participant;
  return `a2a-${sha256(JSON.stringify([to.agent, kind, participant, id])).slice(0, 20)}`;
}

const isDecision = ({ task }: ClientMessage): boolean => task !== undefined;

/** Tasks as turns: what a client sends becomes a message or a decision, and the turn is waited for or followed. */
@Injectable()
export class TaskTurns {
  // eslint-disable-next-line max-params -- injected by Nest, by type and not by position
  constructor(
    private readonly requests: ServiceRequests,
    private readonly messages: MessagePlacement,
    private readonly reader: BreadcrumbReader,
    private readonly waiter: TurnWaiter,
    private readonly replies: ReplyFollower,
    private readonly decider: ApprovalDecider,
    private readonly stopper: TurnStopper,
    private readonly tasks: TaskReader,
    private readonly pushes: PushConfigs,
  ) {}

  /** Writes the message, and waits until its task has ended or needs a person, unless the client does not want to wait. */
  async send(call: A2aCallFacts, message: ClientMessage): Promise<TaskJson> {
    const asked = await this.request(call, message, () => undefined);
    if (message.isPatient) await settleTurn(this.waiter, asked, isDecision(message) ? JUST_DECIDED : NOTHING_KNOWN);
    return this.tasks.read(call, asked.turn, message.historyLength);
  }

  /** Writes the message, and follows its task until it has ended or needs a person. */
  async *stream(call: A2aCallFacts, message: ClientMessage): AsyncGenerator<UpdateJson, void, undefined> {
    const ear = new PieceBuffer(this.requests, call.identity);
    try {
      const asked = await this.request(call, message, (session) => ear.listenIn(session));
      const task = await this.tasks.read(call, asked.turn, message.historyLength);
      yield* this.follow(call, { asked, ear, task, known: isDecision(message) ? JUST_DECIDED : NOTHING_KNOWN });
    } finally {
      ear.close();
    }
  }

  /** Follows a task from how it stands now until it has ended, or needs a person for something else. */
  async *subscribe(call: A2aCallFacts, id: string): AsyncGenerator<UpdateJson, void, undefined> {
    const task = await this.tasks.read(call, id);
    if (isFinal(task)) throw refuse('turn_closed', `The task ${id} has ended; read it.`);
    const ear = new PieceBuffer(this.requests, call.identity);
    try {
      ear.listenIn(task.contextId);
      const asked = await this.awaited(call, id);
      const { approvals } = await this.requests.request(ListApprovals, call.caller, { turn: asked.turn });
      const known = { ids: idsOfApprovals(approvals), unseenMs: Infinity };
      yield* this.follow(call, { asked, ear, task, known });
    } finally {
      ear.close();
    }
  }

  /** Stops the turn at once. Rejects with `turn_closed` where it has ended. */
  async cancel(call: A2aCallFacts, id: string): Promise<TaskJson> {
    const { id: turn, state } = await this.tasks.findTurn(call, id);
    if (state === 'closed') throw refuse('turn_closed', `The task ${id} has ended.`);
    await this.stopper.stop(call.caller, turn);
    return this.tasks.read(call, turn);
  }

  /** Writes the message; resolves when its turn is there, and the client is told of its changes if it wants to be. */
  private async request(
    call: A2aCallFacts,
    message: ClientMessage,
    listen: (session: string) => void,
  ): Promise<AwaitedTurn> {
    if (message.push) this.pushes.check(call, message.push);
    const asked = await this.take(call, message, listen);
    await this.waiter.waitForTurn(asked);
    if (message.push) await this.pushes.set(call, asked.turn, message.push);
    return asked;
  }

  private take(call: A2aCallFacts, message: ClientMessage, listen: (session: string) => void): Promise<AwaitedTurn> {
    return message.task === undefined
      ? this.begin(call, message, listen)
      : this.decide(call, { ...message, task: message.task }, listen);
  }

  private async begin(
    call: A2aCallFacts,
    sent: ClientMessage,
    listen: (session: string) => void,
  ): Promise<AwaitedTurn> {
    const { caller, identity, to, gone } = call;
    const session = sent.session ?? newSession(call, sent);
    const idempotencyKey = `a2a-message:${to.agent}:${sent.id}`;
    const { text: content, files } = sent;
    const message = await this.messages.place({
      caller,
      identity,
      to,
      session,
      content,
      files,
      idempotencyKey,
      listen,
    });
    return { caller, identity, to, gone, message, turn: chatTurnId(to.agent, message) };
  }

  /** Takes the message for what the client decides about the first call or question of the task that it may decide, or the one that its data names. */
  private async decide(
    call: A2aCallFacts,
    { task, session, words, data }: ClientMessage & { readonly task: string },
    listen: (session: string) => void,
  ): Promise<AwaitedTurn> {
    const entry = await this.tasks.findTurn(call, task);
    if (session !== undefined && session !== entry.session)
      throw refuse('invalid_payload', `The task ${task} is of the context ${entry.session}.`);
    if (!entry.waits) throw refuse('turn_closed', `The task ${task} waits for no message: send one without taskId.`);
    const { approvals } = await this.requests.request(ListApprovals, call.caller, { turn: entry.id });
    const wanted = approvals.find(({ id }) => id === data['approval']) ?? approvals.find((one) => one.may_decide);
    if (!wanted?.may_decide)
      throw refuse('forbidden', `The task ${task} waits for somebody else: this key may not decide.`);
    const choice = readDecision(asReply(words, data), wanted);
    if (!choice) throw refuse('invalid_payload', 'The message was neither approve nor deny.');
    const asked = await this.awaited(call, task);
    listen(entry.session ?? '');
    await this.decider.decide(call.caller, wanted.id, choice);
    return asked;
  }

  private async awaited(call: A2aCallFacts, task: string): Promise<AwaitedTurn> {
    const { caller, identity, to, gone } = call;
    const { id: turn, cause } = await this.tasks.findTurn(call, task);
    return { caller, identity, to, gone, turn, message: await this.reader.read(caller, cause.id) };
  }

  private async *follow(
    call: A2aCallFacts,
    { asked, ear, task, known }: FollowedTask,
  ): AsyncGenerator<UpdateJson, void, undefined> {
    yield { task };
    if (isFinal(task)) return;
    const events = new Readable({ objectMode: true, read: () => undefined });
    const updates = new TaskUpdates(call, task, (update) => events.push(update));
    const live = this.replies.follow({ ...asked, to: call.to, ear }, (piece) => updates.hear(piece));
    void live?.join(asked.turn);
    const end = async (): Promise<void> => {
      await settleTurn(this.waiter, asked, known);
      updates.end(await this.tasks.read(call, asked.turn));
      events.push(null);
    };
    end().catch((error: unknown) => events.destroy(error as Error));
    for await (const update of events) yield update as UpdateJson;
  }
}

/** A task that a client follows. */
interface FollowedTask {
  readonly asked: AwaitedTurn;
  readonly ear: PieceBuffer;
  readonly task: TaskJson;
  readonly known: KnownApprovals;
}

/** A message in the form of a reply to a query; its data may say `approve` or `deny` by `decision`. */
function asReply(
  words: string,
  data: Readonly<Record<string, unknown>>,
): { prompt: string; more: Record<string, unknown> } {
  const { decision, answer, reason } = data;
  const said = [decision ?? answer, reason].filter((word): word is string => typeof word === 'string').join(' ');
  return { prompt: said === '' ? words : said, more: { ...data } };
}
