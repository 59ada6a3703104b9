import { setTimeout as pause } from 'node:timers/promises';
import { createInbox, type Msg, type NatsConnection } from 'nats';
import { AGENTS, HEARTBEATS } from './addresses';
import { type AgentInfo, fieldsOf, isText, readAgentInfo } from './agent-info';

/** An instance of an agent that was seen on NATS. What it says of itself is not verified. */
export interface SeenAgent extends AgentInfo {
  /** It has answered now, or its last heartbeat is younger than three of its intervals. */
  readonly is_online: boolean;
  readonly last_heartbeat_at?: string;
}

/** Who was seen, and how many answers could not be read. */
export interface SeenAgents {
  readonly agents: readonly SeenAgent[];
  readonly unreadable: number;
}

interface Heartbeat {
  readonly at: number;
  readonly intervalMs: number;
}

const ANSWER_WITHIN_MS = 1_000;
const MAX_KNOWN = 2_000;

/** Missed heartbeats after which an instance is offline. */
const MISSED = 3;

/** Adds to a map that keeps the latest entries only. */
function remember<Value>(map: Map<string, Value>, id: string, value: Value): void {
  map.delete(id);
  map.set(id, value);
  if (map.size > MAX_KNOWN) map.delete(map.keys().next().value as string);
}

/** The agents on a NATS server, by what they answer and by their heartbeats. */
export class AgentDirectory {
  private readonly heartbeats = new Map<string, Heartbeat>();
  private readonly known = new Map<string, AgentInfo>();

  /** Listens for heartbeats from now on, so that none is missed between a question and the first heartbeat. */
  constructor(
    private readonly connection: NatsConnection,
    private readonly inboxPrefix: string,
  ) {
    connection.subscribe(HEARTBEATS, { callback: (error, message) => void (error ?? this.hear(message)) });
  }

  /** Asks who is there, and waits a second for answers. */
  async list(): Promise<SeenAgents> {
    const answered = new Set<string>();
    let unreadable = 0;
    const inbox = createInbox(this.inboxPrefix);
    const callback = (error: Error | null, message: Msg): void => {
      const info = error || message.data.length === 0 ? null : this.read(message);
      if (info) {
        remember(this.known, info.instance_id, info);
        answered.add(info.instance_id);
      } else if (info === undefined) unreadable += 1;
    };
    const subscription = this.connection.subscribe(inbox, { callback });
    this.connection.publish(`$SRV.INFO.${AGENTS}`, undefined, { reply: inbox });
    await pause(ANSWER_WITHIN_MS);
    subscription.unsubscribe();
    const now = Date.now();
    return { agents: [...this.known.values()].map((known) => this.see(known, answered, now)), unreadable };
  }

  private see(known: AgentInfo, answered: ReadonlySet<string>, now: number): SeenAgent {
    const beat = this.heartbeats.get(known.instance_id);
    const isBeating = beat !== undefined && now - beat.at < MISSED * beat.intervalMs;
    const last = beat && { last_heartbeat_at: new Date(beat.at).toISOString() };
    return { ...known, is_online: answered.has(known.instance_id) || isBeating, ...last };
  }

  private read(message: Msg): AgentInfo | undefined {
    try {
      return readAgentInfo(message);
    } catch {
      return undefined;
    }
  }

  private hear(message: Msg): void {
    try {
      const { instance_id, interval_s } = fieldsOf(message.json<unknown>());
      const isInterval = typeof interval_s === 'number' && interval_s > 0;
      if (isText(instance_id) && isInterval)
        remember(this.heartbeats, instance_id, { at: Date.now(), intervalMs: interval_s * 1_000 });
    } catch {
      // Not a heartbeat.
    }
  }
}
