import { toolPartId, toolResponseId } from '@crumbtrail/contracts';
import { W } from '../../test/ledgers';
import { partOf, resultOf } from '../../test/tool-drafts';
import { createdOne, pendingRequest, runner, type WorkingTurn } from '../../test/working-turn';
import { keyOf } from '../ledger/stored-rows';
import type { TurnRecord } from '../ledger/stored-rows';
import { append } from './append';

const TIME = '2026-01-01T00:10:00.000Z';

/** A part that its runner is to be told of later. */
class LaterPart {
  readonly work: WorkingTurn;
  readonly id: string;
  readonly written: unknown;

  constructor() {
    const { work, id, key } = pendingRequest();
    this.work = work;
    this.id = toolPartId(W, id, 'again');
    this.written = work.write(
      key,
      work.claim(key, runner),
      runner,
      partOf(work.of, 'again', { not_before: '2026-01-01T01:10:00+01:00' }),
    );
  }

  get due(): string | null {
    return this.work.ledger.dues.get(`request/${W}/${this.id}`)?.due_at ?? null;
  }

  /** The recipients of all events of the part. */
  get told(): readonly (string | null)[] {
    return this.work.ledger.events.filter(({ id }) => id === this.id).map(({ recipient }) => recipient);
  }

  pass(): void {
    append([{ kind: 'due', what: 'request', workspace: W, key: this.id }], this.work.ledger);
  }
}

describe('a part of a tool that is to run later', () => {
  it('is stored at once, and its runner is told of it at the time, once', () => {
    const part = new LaterPart();
    expect(part.written).toMatchObject(createdOne);
    expect([part.told, part.due]).toEqual([[null], TIME]);
    part.pass();
    expect([part.told, part.due]).toEqual([[null, 'tool-runner'], null]);
  });

  it('is not run where it has been answered meanwhile', () => {
    const part = new LaterPart();
    const key = `tool:${part.id}`;
    const answer = resultOf(part.work.of, { reply_to: 'tool-runner' }, part.id);
    expect(part.work.write(key, part.work.claim(key, runner), runner, answer)).toMatchObject(createdOne);
    expect(part.work.crumb(toolResponseId(W, part.id))).toBeDefined();
    part.pass();
    expect([part.told, part.due]).toEqual([[null], null]);
  });

  it('is not run where its turn has ended', () => {
    const part = new LaterPart();
    const key = keyOf(W, part.work.of.turn);
    part.work.ledger.turns.set(key, { ...(part.work.ledger.turns.get(key) as TurnRecord), state: 'closed' });
    part.pass();
    expect([part.told, part.due]).toEqual([[null], null]);
  });
});
