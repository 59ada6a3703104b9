import { type AgentDefV1, type Draft } from '@crumbtrail/contracts';
import { append } from '../src/append/append';
import { claimRights } from '../src/append/claims';
import type { Command } from '../src/commands/commands';
import type { AuthenticatedCaller } from '../src/identity/caller';
import type { Ledger } from '../src/ledger/ledger';
import { keyOf, type CrumbRecord } from '../src/ledger/stored-rows';
import { conversation, commit, countedStep, numberedId, pool, turnIdFor, W, wakeCommand } from './ledgers';
import { resultOrCode, definitionIn, openTurnCommand } from './service-loop';
import { fencedRequest, requestIdOf, requestOf, agentService, stepOf, type TurnOf } from './tool-drafts';

export const runner: AuthenticatedCaller = {
  ...pool,
  principal: 'tool-runner',
  participant: { kind: 'service', id: 'tool-runner' },
};
export const bot = agentService(W, 'bot');
export const other = agentService(W, 'other');

/** The result of a commit of one crumb that is new. */
export const createdOne = { results: [expect.objectContaining({ existed: false }) as unknown] };

/** The recipients of events, by schema. */
export const recipients = (ledger: Ledger): Record<string, string | null> =>
  Object.fromEntries(ledger.events.map(({ schema_name, recipient }) => [schema_name, recipient]));

/** An agent's turn that is open, and what may be done in it. */
export class WorkingTurn {
  readonly of: TurnOf;
  constructor(
    readonly ledger: Ledger,
    readonly worker: AuthenticatedCaller,
    reply_to: string,
  ) {
    this.of = { workspace: W, turn: turnIdFor(0), agent: 'bot', definition: definitionIn(ledger), reply_to };
  }

  static ofPool(definition: Partial<AgentDefV1> = {}): WorkingTurn {
    const ledger = conversation(1, definition);
    append([wakeCommand(ledger, 0)], ledger);
    return new WorkingTurn(ledger, pool, 'pool');
  }

  static ofService(): WorkingTurn {
    const ledger = conversation(1, { runner: 'service' });
    append([openTurnCommand(ledger, 0)], ledger);
    return new WorkingTurn(ledger, bot, 'bot');
  }

  get turnKey(): string {
    return `turn:${this.of.turn}`;
  }

  claim(key: string, who: AuthenticatedCaller): number | string {
    const job: Command = {
      kind: 'claim',
      workspace: W,
      key,
      ttl_ms: 1000,
      fence: null,
      fence_step: countedStep(),
      ...claimRights(who),
    };
    const result = resultOrCode(append([job], this.ledger)[0]);
    return typeof result === 'string' ? result : (result as { fence: number }).fence;
  }

  write(key: string, fence: number | string | undefined, who: AuthenticatedCaller, ...drafts: Draft[]): unknown {
    const request = fencedRequest(key, typeof fence === 'number' ? fence : undefined, ...drafts);
    const world = { newId: () => numberedId(500 + this.ledger.position) };
    try {
      return resultOrCode(append([commit(request, who, world)], this.ledger)[0]);
    } catch (refusal) {
      return (refusal as { code?: string }).code;
    }
  }

  /** The first step and its one request, as the worker writes them. */
  requestTool(request: Draft = requestOf(this.of)): unknown {
    return this.write(this.turnKey, this.claim(this.turnKey, this.worker), this.worker, stepOf(this.of), request);
  }

  crumb(id: string): CrumbRecord | undefined {
    return this.ledger.crumbs.get(keyOf(W, id));
  }
}

/** A request that is to be run, with the key of the claim on it. */
export function pendingRequest(request?: (work: WorkingTurn) => Draft): { work: WorkingTurn; key: string; id: string } {
  const work = WorkingTurn.ofPool();
  expect(work.requestTool(request?.(work))).toMatchObject({ results: [{}, {}] });
  const id = requestIdOf(work.of);
  return { work, id, key: `tool:${id}` };
}
