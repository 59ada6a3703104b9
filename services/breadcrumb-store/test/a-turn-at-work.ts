import { type AgentDefV1, type Draft } from '@crumbtrail/contracts';
import { append } from '../src/append/append';
import { holderOf } from '../src/append/claims';
import type { Job } from '../src/append/jobs';
import type { Caller } from '../src/identity/caller';
import type { Ledger } from '../src/append/ledger';
import { keyOf, type CrumbRecord } from '../src/append/records';
import { conversation, commit, numbered, pool, turnAbout, W, waking } from './a-ledger';
import { code, definitionIn, opening } from './a-loop';
import { fenced, requestIdOf, requestOf, agentService, stepOf, type TurnOf } from './tool-drafts';

export const runner: Caller = {
  ...pool,
  principal: 'tool-runner',
  participant: { kind: 'service', id: 'tool-runner' },
};
export const bot = agentService(W, 'bot');
export const other = agentService(W, 'other');

/** The result of a commit of one crumb that is new. */
export const left = { results: [expect.objectContaining({ existed: false }) as unknown] };

/** Who heard of what, by schema. */
export const recipients = (ledger: Ledger): Record<string, string | null> =>
  Object.fromEntries(ledger.events.map(({ schema_name, recipient }) => [schema_name, recipient]));

/** An agent's turn that is open, and what may be done in it. */
export class Work {
  readonly of: TurnOf;
  constructor(
    readonly ledger: Ledger,
    readonly worker: Caller,
    reply_to: string,
  ) {
    this.of = { workspace: W, turn: turnAbout(0), agent: 'bot', definition: definitionIn(ledger), reply_to };
  }

  static pooled(definition: Partial<AgentDefV1> = {}): Work {
    const ledger = conversation(1, definition);
    append([waking(ledger, 0)], ledger);
    return new Work(ledger, pool, 'pool');
  }

  static own(): Work {
    const ledger = conversation(1, { runner: 'service' });
    append([opening(ledger, 0)], ledger);
    return new Work(ledger, bot, 'bot');
  }

  get turnKey(): string {
    return `turn:${this.of.turn}`;
  }

  claim(key: string, who: Caller): number | string {
    const job: Job = { kind: 'claim', workspace: W, key, ttl_ms: 1000, fence: null, ...holderOf(who) };
    const result = code(append([job], this.ledger)[0]);
    return typeof result === 'string' ? result : (result as { fence: number }).fence;
  }

  leave(key: string, fence: number | string | undefined, who: Caller, ...drafts: Draft[]): unknown {
    const request = fenced(key, typeof fence === 'number' ? fence : undefined, ...drafts);
    const world = { freshId: () => numbered(500 + this.ledger.position) };
    try {
      return code(append([commit(request, who, world)], this.ledger)[0]);
    } catch (refusal) {
      return (refusal as { code?: string }).code;
    }
  }

  /** The first step and its one request, as the worker leaves them. */
  ask(request: Draft = requestOf(this.of)): unknown {
    return this.leave(this.turnKey, this.claim(this.turnKey, this.worker), this.worker, stepOf(this.of), request);
  }

  crumb(id: string): CrumbRecord | undefined {
    return this.ledger.crumbs.get(keyOf(W, id));
  }
}

/** A request that is to be run, with the key of the claim on it. */
export function asked(request?: (work: Work) => Draft): { work: Work; key: string; id: string } {
  const work = Work.pooled();
  expect(work.ask(request?.(work))).toMatchObject({ results: [{}, {}] });
  const id = requestIdOf(work.of);
  return { work, id, key: `tool:${id}` };
}
