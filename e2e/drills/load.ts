import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { AgentResponse, AgentTurn, UserMessage, type AgentResponseV1, type AgentTurnV1 } from '@crumbtrail/contracts';
import { eventually, type TestStack } from '@crumbtrail/testing';
import { Conversations } from '../support/conversations';
import { seededRandom } from '../support/seeded-random';

const CLIENTS = 24;
/** The longest that a client waits between two messages, milliseconds. */
const LONGEST_PAUSE_MS = 8_000;
const ANSWERED_WITHIN_MS = 300_000;

/** A message that was acknowledged. */
interface AcknowledgedMessage {
  readonly id: string;
  readonly position: number;
}

/** What became of the messages of one load. */
export interface LoadResult {
  readonly acknowledged: number;
  /** Positions of acknowledged messages that are not on the log any more. */
  readonly lost: readonly number[];
  /** Messages that are on the log twice, and turns that have two answers. */
  readonly doubled: number;
  /** The longest time in which no message was acknowledged, milliseconds. */
  readonly longestGapMs: number;
  /** From the end of the load until every message was answered, milliseconds. */
  readonly answeredAfterMs: number;
}

/** 24 clients who each say one message after the other, as soon as the one before is acknowledged and a random pause is over. The same seed gives the same pauses. */
export class Load {
  private readonly conversations: Conversations;
  private readonly acknowledged: AcknowledgedMessage[] = [];
  private readonly times: number[] = [performance.now()];
  private readonly stopping = new AbortController();
  private readonly clients: Promise<unknown>;

  constructor(stack: Pick<TestStack, 'api'>, seed: number) {
    this.conversations = new Conversations(stack);
    setMaxListeners(CLIENTS + 1, this.stopping.signal);
    const clients = Array.from({ length: CLIENTS }, (_, n) => this.talk(n, seededRandom(seed + n)));
    this.clients = Promise.all(clients);
  }

  /** Ends the load, waits until every message that is on the log has one answer, and counts. */
  async end(): Promise<LoadResult> {
    this.stopping.abort();
    await this.clients;
    const endedAt = performance.now();
    const { lost, doubled } = await eventually(() => this.count(), { withinMs: ANSWERED_WITHIN_MS, everyMs: 500 });
    const gaps = this.times.slice(1).map((at, n) => at - (this.times[n] as number));
    return {
      acknowledged: this.acknowledged.length,
      lost,
      doubled,
      longestGapMs: Math.max(...gaps),
      answeredAfterMs: performance.now() - endedAt,
    };
  }

  private async talk(client: number, random: () => number): Promise<void> {
    const { signal } = this.stopping;
    for (let n = 0; !signal.aborted; n += 1) {
      const draft = {
        schema_name: UserMessage.name,
        session: `client-${client}`,
        context: { content: `${client}/${n}` },
      };
      const { id, position } = await this.conversations.append(draft, 120_000);
      this.acknowledged.push({ id, position });
      this.times.push(performance.now());
      await pause(random() * LONGEST_PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Throws while a message has no answer yet. */
  private async count(): Promise<{ lost: number[]; doubled: number }> {
    const { conversations } = this;
    const messages = await conversations.listCrumbs<{ content: string }>(UserMessage.name);
    const turns = await conversations.listCrumbs<AgentTurnV1>(AgentTurn.name);
    const answers = await conversations.listCrumbs<AgentResponseV1>(AgentResponse.name);
    const answered = new Set(answers.map(({ context }) => context.turn?.id));
    const triggers = new Set(turns.filter(({ id }) => answered.has(id)).map(({ context }) => context.trigger.id));
    const open = [messages.filter(({ id }) => !triggers.has(id)), turns.filter(({ id }) => !answered.has(id))];
    if (open.flat().length > 0)
      throw new Error(`${open[0]?.length} of ${messages.length} messages and ${open[1]?.length} turns are unanswered`);
    const stored = new Set(messages.map(({ id }) => id));
    const texts = new Set(messages.map(({ context }) => context.content));
    const lost = this.acknowledged.filter(({ id }) => !stored.has(id)).map(({ position }) => position);
    return { lost, doubled: messages.length - texts.size + answers.length - answered.size };
  }
}
