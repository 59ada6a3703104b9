import {
  ApprovalDecision,
  approvalDecisionId,
  singletonId,
  type ApprovalDecisionV1,
  type Draft,
  type ToolRequestV1,
} from '@crumbtrail/contracts';
import { append } from '../src/append/append';
import type { DueCommand } from '../src/commands/commands';
import type { AuthenticatedCaller } from '../src/identity/caller';
import { keyOf, versionKey, type CrumbRecord, type TurnRecord, type VersionRecord } from '../src/ledger/stored-rows';
import { ann, commit, createRequest, turnIdFor, W } from './ledgers';
import { resultOrCode } from './service-loop';
import { requestIdOf, requestOf, stepOf, type TurnOf } from './tool-drafts';
import { WorkingTurn } from './working-turn';

type Approval = NonNullable<ToolRequestV1['approval']>;

/** A call that operators decide about within a week, and that keeps its lane for a minute. */
export const anApproval = (more: Partial<Approval> = {}): Approval => ({
  kind: 'call',
  deciders: ['operators'],
  wait_seconds: 604_800,
  on_timeout: 'deny',
  lane_seconds: 60,
  ...more,
});

export const person = (id: string, role: AuthenticatedCaller['role'] = 'writer'): AuthenticatedCaller => ({
  ...ann,
  role,
  participant: { kind: 'user', id },
});

export const decisionOf = (of: TurnOf, more: Partial<ApprovalDecisionV1> = {}): Draft => ({
  schema_name: ApprovalDecision.name,
  context: {
    request: { id: requestIdOf(of) },
    turn: { id: of.turn },
    agent: of.agent,
    tool: 'echo',
    runner: 'tool-runner',
    decision: 'approve',
    ...more,
  },
});

/** A turn whose first request waits for a person. */
export class WaitingWork {
  readonly work: WorkingTurn;
  readonly id: string;

  /** `input` is that of the call; `audience` that of the message. */
  constructor(
    approval: Approval = anApproval(),
    { input = {}, audience }: { readonly input?: object; readonly audience?: readonly string[] } = {},
  ) {
    this.work = WorkingTurn.ofPool();
    this.id = requestIdOf(this.work.of);
    if (audience) this.work.ledger.turns.set(keyOf(W, this.turn.id), { ...this.turn, audience });
    const { of, turnKey, worker, ledger } = this.work;
    const request = requestOf(of, { approval, input });
    this.work.write(turnKey, this.work.claim(turnKey, worker), worker, stepOf(of), request);
    ledger.claims.set(keyOf(W, turnKey), null);
  }

  get turn(): TurnRecord {
    return this.turnAt(0) as TurnRecord;
  }

  /** The turn on the nth message, if it was requested. */
  turnAt(n: number): TurnRecord | undefined {
    return this.work.ledger.turns.get(keyOf(W, turnIdFor(n)));
  }

  /** Stores the definition of the tool that waits, with this schema of its input. */
  defineTool(input: Record<string, unknown>): void {
    const id = singletonId(W, 'tool', 'echo');
    const context = { name: 'echo', description: 'Repeats a text.', input };
    const row = { workspace: W, id, version: 1, context } as unknown as VersionRecord;
    this.work.ledger.versions.set(versionKey(W, id, 1), row);
  }

  decide(caller: AuthenticatedCaller, more: Partial<ApprovalDecisionV1> = {}): unknown {
    try {
      return resultOrCode(append([commit(createRequest(decisionOf(this.work.of, more)), caller)], this.work.ledger)[0]);
    } catch (refusal) {
      return (refusal as { code?: string }).code;
    }
  }

  /** Settles an entry as if its time had come. */
  due(what: DueCommand['what'], key: string): void {
    append([{ kind: 'due', what, workspace: W, key }], this.work.ledger);
  }

  dueAt(kind: string, key: string): string | null {
    return this.work.ledger.dues.get(`${kind}/${W}/${key}`)?.due_at ?? null;
  }

  get decision(): (ApprovalDecisionV1 & { readonly crumb: CrumbRecord }) | undefined {
    const id = approvalDecisionId(W, this.id);
    const crumb = this.work.ledger.crumbs.get(keyOf(W, id));
    const context = this.work.ledger.versions.get(versionKey(W, id, 1))?.context;
    return crumb && ({ ...context, crumb } as unknown as ApprovalDecisionV1 & { crumb: CrumbRecord });
  }
}
