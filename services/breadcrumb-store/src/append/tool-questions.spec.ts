import { ApprovalDecision, approvalDecisionId, toolPartId, type ToolRequestV1 } from '@crumbtrail/contracts';
import { anApproval, decisionOf, person } from '../../test/approval-work';
import { commit, createRequest, root, W } from '../../test/ledgers';
import { partOf, resultOf } from '../../test/tool-drafts';
import { createdOne, pendingRequest, recipients, runner, WorkingTurn } from '../../test/working-turn';
import { keyOf, type TurnRecord } from '../ledger/stored-rows';
import { append } from './append';

type Approval = NonNullable<ToolRequestV1['approval']>;

/** A tool that runs and asks a person. */
class AskingTool {
  readonly work: WorkingTurn;
  readonly question: string;
  readonly asked: unknown;
  private readonly key: string;

  constructor(approval: Partial<Approval> = {}) {
    const { work, id, key } = pendingRequest();
    this.work = work;
    this.key = key;
    this.question = toolPartId(W, id, 'question');
    this.asked = this.ask(approval);
  }

  ask(approval: Partial<Approval> = {}, name = 'question'): unknown {
    const fence = this.work.claim(this.key, runner);
    const more = {
      tool: 'ask_person',
      input: { question: 'When?' },
      approval: anApproval({ kind: 'question', deciders: ['operators', 'author'], wait_seconds: 240, ...approval }),
    };
    const written = this.work.write(this.key, fence, runner, partOf(this.work.of, name, more));
    this.work.ledger.claims.set(keyOf(W, this.key), null);
    return written;
  }

  get turn(): TurnRecord {
    return this.work.ledger.turns.get(keyOf(W, this.work.of.turn)) as TurnRecord;
  }

  dueAt(kind: string, key: string): string | null {
    return this.work.ledger.dues.get(`${kind}/${W}/${key}`)?.due_at ?? null;
  }

  answer(): unknown {
    const more = { request: { id: this.question }, tool: 'ask_person', answer: { text: 'Now.' } };
    const draft = decisionOf(this.work.of, { decision: 'answer', ...more });
    return append([commit(createRequest(draft), root)], this.work.ledger)[0];
  }
}

describe('a tool that asks a person while it runs', () => {
  it('lets its turn wait: no runner is told, the deadline stops, and those who may answer read the question', () => {
    const tool = new AskingTool();
    expect(tool.asked).toMatchObject(createdOne);
    expect(recipients(tool.work.ledger)).toMatchObject({ 'tool.request.v1': null });
    expect(tool.turn).toMatchObject({ deadline_at: null, approvals: { requests: [tool.question] } });
    expect(tool.dueAt('approval', tool.question)).toBe('2026-01-01T00:04:00.000Z');
    expect(tool.work.crumb(tool.question)?.audience).toEqual(['agent:bot', expect.stringMatching(/^user:/)]);
  });

  it('goes on with its turn once somebody has answered', () => {
    const tool = new AskingTool();
    expect(tool.answer()).toMatchObject({ result: createdOne });
    expect(recipients(tool.work.ledger)).toMatchObject({ [ApprovalDecision.name]: 'tool-runner' });
    expect(tool.turn.approvals).toBeNull();
    expect(tool.turn.deadline_at).not.toBeNull();
  });

  it('asks nothing twice', () => {
    const tool = new AskingTool();
    expect(tool.ask()).toMatchObject({ results: [{ existed: true }] });
    expect(tool.turn.approvals?.requests).toEqual([tool.question]);
  });

  it('may withdraw the question: the time of it ends at once, and its turn goes on', () => {
    const tool = new AskingTool();
    const key = `tool:${tool.question}`;
    const answer = resultOf(tool.work.of, { tool: 'ask_person', reply_to: 'tool-runner' }, tool.question);
    expect(tool.work.write(key, tool.work.claim(key, runner), runner, answer)).toMatchObject(createdOne);
    expect(tool.dueAt('approval', tool.question)).toBe(tool.work.ledger.now);
    append([{ kind: 'due', what: 'approval', workspace: W, key: tool.question }], tool.work.ledger);
    expect(tool.turn.approvals).toBeNull();
    expect(tool.work.crumb(approvalDecisionId(W, tool.question))?.author_kind).toBe('service');
  });

  it('may also wait for the approval of a call that it requests', () => {
    const tool = new AskingTool({ kind: 'call' });
    expect(tool.asked).toMatchObject(createdOne);
    expect(tool.turn.approvals).toMatchObject({ requests: [tool.question] });
  });

  it('cannot ask once its turn waits for its lane', () => {
    const tool = new AskingTool();
    tool.work.ledger.turns.set(keyOf(W, tool.turn.id), { ...tool.turn, state: 'queued' });
    expect(tool.ask({}, 'another')).toBe('turn_closed');
  });

  it('is answered by nobody who may not decide', () => {
    const tool = new AskingTool();
    const draft = decisionOf(tool.work.of, { request: { id: tool.question }, tool: 'ask_person', decision: 'deny' });
    const [outcome] = append([commit(createRequest(draft), person('bob'))], tool.work.ledger);
    expect(outcome).toMatchObject({ refusal: { problem: { code: 'not_found' } } });
  });
});
