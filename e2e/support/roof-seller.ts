import { setTimeout as pause } from 'node:timers/promises';
import { AgentHost, type HostAnswer, HostError } from './agent-host';

/** The address of the agent of another program in these tests. */
export const DESK = { agent: 'pi', owner: 'otto', name: 'desk' } as const;

/** An agent of another program that sells roofs: what the last line of a prompt says decides what it does. */
export class RoofSeller {
  /** Answers that wait for `resume`. */
  private readonly waiting = new Set<() => void>();
  /** What people replied to its questions. */
  readonly replies: string[] = [];
  private refusals = 0;

  get paused(): number {
    return this.waiting.size;
  }

  resume(): void {
    for (const go of this.waiting) go();
    this.waiting.clear();
  }

  readonly answer: HostAnswer = async (text, say, ask, send) => {
    if (text.includes('busy') && (this.refusals += 1) === 1)
      throw new HostError(429, 'Come back later.', { retry_after_s: 1 });
    if (text.includes('forbidden')) throw new HostError(403, 'Not for you.');
    if (text.includes('steal'))
      return send({ type: 'query', data: { id: 'x', reply_subject: '$JS.API.STREAM.DELETE.CRUMBS', prompt: 'Yes?' } });
    say('That costs ');
    if (text.includes('pause')) await new Promise<void>((resolve) => this.waiting.add(resolve));
    if (text.includes('ask')) this.replies.push(await ask('May I climb the roof?'));
    send({ type: 'status', data: 'ack' });
    send({ type: 'mood', data: 'good' });
    say({ text: '900 euros.', attachments: text.includes('file') ? [{ filename: 'offer.pdf', content: 'YQ==' }] : [] });
    await pause(0);
  };

  start(connection: AgentHost['connection'], metadata: Readonly<Record<string, string>> = {}): Promise<AgentHost> {
    return AgentHost.start(connection, DESK, this.answer, { metadata });
  }
}
