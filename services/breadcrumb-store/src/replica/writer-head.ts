import type { Bus } from '@crumbtrail/bus';
import { ReadLogHead, type LogHeadReply } from '@crumbtrail/contracts/operations/log-head';
import { SharedRuns } from '../event-loop/shared-runs';
import type { NotedUses } from '../uses/uses';
import { HOME } from '../identity/workspaces';

/** A writer that does not reply for this long is away, milliseconds: then the sender of the request asks it itself. */
const WITHIN_MS = 1_000;

interface KeyQuestions {
  readonly runs: SharedRuns<LogHeadReply>;
  /** How many requests wait for a reply. */
  waiting: number;
}

/** Asks the writer where the log ends, and whose key a request came with. */
export class WriterHead {
  /** By key, while requests with that key wait: a key is not remembered any longer. */
  private readonly questions = new Map<string, KeyQuestions>();

  constructor(private readonly bus: Pick<Bus, 'request'>) {}

  /**
   * The reply to a question that is sent after this call, so that it counts everything that was committed before. Requests with one key that arrive together share
   * a question. Rejects as the writer does, or with `unavailable` when it does not reply within a second.
   */
  async read(key?: string): Promise<LogHeadReply> {
    const name = key ?? '';
    const question = this.questions.get(name) ?? { runs: new SharedRuns(() => this.ask(key)), waiting: 0 };
    this.questions.set(name, question);
    question.waiting += 1;
    try {
      return await question.runs.run();
    } finally {
      question.waiting -= 1;
      if (question.waiting === 0) this.questions.delete(name);
    }
  }

  /** Tells the writer that a request waits for its index. */
  awaitText(position: number): void {
    this.bus.request(ReadLogHead, HOME, { awaited_text: position }, { timeoutMs: WITHIN_MS }).catch(() => undefined);
  }

  /** Tells the writer which breadcrumbs were used. Rejects where it does not reply within a second. */
  async reportUses(uses: readonly NotedUses[]): Promise<void> {
    const report = uses.map(({ workspace, ids }) => ({ workspace, ids: [...ids] }));
    await this.bus.request(ReadLogHead, HOME, { uses: report }, { timeoutMs: WITHIN_MS });
  }

  private ask(key: string | undefined): Promise<LogHeadReply> {
    return this.bus.request(ReadLogHead, HOME, {}, { key, timeoutMs: WITHIN_MS });
  }
}
