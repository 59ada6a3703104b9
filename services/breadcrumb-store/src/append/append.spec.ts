import type { CrumbError, Draft } from '@crumbtrail/contracts';
import fc from 'fast-check';
import type { AuthenticatedCaller } from '../identity/caller';
import { append } from './append';
import type { Command } from '../commands/commands';
import { keyOf } from '../ledger/stored-rows';
import {
  W,
  ann,
  numberedId,
  countingIds,
  writtenRows,
  message,
  createRequest,
  commit,
  emptyLedger,
  refusals,
  eraseCommand,
  claimCommand,
} from '../../test/ledgers';

describe('append', () => {
  it('assigns consecutive positions from the head of the log', () => {
    const ledger = emptyLedger(41);
    const outcomes = append(
      [commit(createRequest(message('a'), message('b'))), commit(createRequest(message('c')), ann, countingIds(9))],
      ledger,
    );
    expect(refusals(outcomes)).toEqual([null, null]);
    expect(ledger.events.map(({ position }) => position)).toEqual([42, 43, 44]);
  });

  it('writes the same rows with a refused command in the group as without it', () => {
    const good = fc.integer({ min: 0, max: 3 }).map((n) => ({ n, bad: false }));
    const bad = fc.integer({ min: 0, max: 3 }).map((n) => ({ n, bad: true }));
    fc.assert(
      fc.property(fc.array(fc.oneof(good, bad), { maxLength: 20 }), (plan) => {
        const command = (at: number, isBad: boolean): Command => {
          const made = commit(createRequest(message(`m${at}`)), ann, countingIds(1_000 + at));
          return isBad ? { ...made, writes: [...made.writes, ...eraseCommand(numberedId(7)).writes] } : made;
        };
        const commands = plan.map(({ bad: isBad }, at) => command(at, isBad));
        const [all, only] = [emptyLedger(), emptyLedger()];
        const outcomes = append(commands, all);
        append(
          commands.filter((_, at) => plan[at]?.bad === false),
          only,
        );
        expect(refusals(outcomes)).toEqual(plan.map(({ bad: isBad }) => (isBad ? 'not_found' : null)));
        expect(writtenRows(all)).toEqual(writtenRows(only));
      }),
    );
  });

  it('lets a command build on an earlier one of the same group', () => {
    const ledger = emptyLedger();
    const first = commit(createRequest(message('a')));
    const reply = { ...message('b'), cause: { id: numberedId(1) } };
    const outcomes = append([first, commit(createRequest(reply), ann, countingIds(2))], ledger);
    expect(refusals(outcomes)).toEqual([null, null]);
    expect(ledger.crumbs.get(keyOf(W, numberedId(2)))).toMatchObject({
      trail_id: numberedId(1),
      cause_version: 1,
      hop: 1,
    });
  });

  it('never assigns a fence twice, and never grants a claim to two holders', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }), (keys) => {
        const outcomes = append(keys.map(claimCommand), emptyLedger());
        const fences = outcomes.map((one) => ('result' in one ? (one.result as { fence?: number }).fence : undefined));
        const given = fences.filter((fence) => fence !== undefined);
        expect(new Set(given).size).toBe(given.length);
        expect(given.length).toBe(new Set(keys).size);
      }),
    );
  });

  describe('a schedule whose name somebody else has taken for themselves', () => {
    const mallory = { ...ann, participant: { kind: 'user', id: 'mallory' }, principal: 'mallory' } as const;
    const schedule = (cron: string): Draft => ({
      schema_name: 'schedule.v1',
      context: { name: 'dentist', cron },
      audience: ['ann'],
    });
    const ledger = emptyLedger();
    append([commit(createRequest(schedule('0 9 * * 1')))], ledger);
    const attempt = (cron: string, caller: AuthenticatedCaller) =>
      append([commit(createRequest(schedule(cron)), caller, countingIds(2))], ledger)[0];

    it('is refused alike for a right and a wrong guess of its content, without its id and version', () => {
      const [right, wrong] = [attempt('0 9 * * 1', mallory), attempt('0 8 * * 2', mallory)];
      const error = expect.objectContaining({ code: 'id_conflict', message: expect.stringContaining('is taken') });
      expect(right).toEqual({ refusal: error });
      expect(wrong).toEqual(right);
      expect((right as { refusal: CrumbError }).refusal.problem.details).toBeUndefined();
    });

    it('is still found again by the person who may read it', () => {
      expect(attempt('0 9 * * 1', ann)).toMatchObject({ result: { results: [{ existed: true, version: 1 }] } });
    });
  });
});
