import {
  AgentDef,
  AgentResponse,
  responseId,
  turnId,
  UserMessage,
  type AgentDefV1,
  type CommitRequest,
  type Draft,
} from '@crumbtrail/contracts';
import fc from 'fast-check';
import { append, type Outcome } from './append';
import type { Caller, CommitJob, Job, World } from './jobs';
import { Ledger, nothingLoaded } from './ledger';
import { prepareCommit } from './prepare';
import { keyOf } from './records';

const NOW = '2026-01-01T00:00:00.000Z';
const W = 'w';

const ann: Caller = { workspace: W, principal: 'gateway', participant: { kind: 'user', id: 'ann' }, role: 'writer' };
const root: Caller = { ...ann, participant: { kind: 'operator', id: 'root' }, role: 'operator' };
const pool: Caller = {
  ...ann,
  principal: 'agent-executor',
  participant: { kind: 'service', id: 'agent-executor' },
  role: 'station',
};

const numbered = (n: number): string => `0197a6d0-0000-7000-8000-${String(n).padStart(12, '0')}`;

function aWorld(from = 1): World {
  let next = from;
  return { freshId: () => numbered(next++) };
}

/** Everything that a group left, to compare. */
const left = (ledger: Ledger) => ({
  position: ledger.position,
  crumbs: ledger.crumbs.changes(),
  versions: ledger.versions.changes(),
  turns: ledger.turns.changes(),
  claims: ledger.claims.changes(),
  dues: ledger.dues.changes(),
  events: ledger.events,
  blobs: ledger.blobs,
});

const message = (content: string): Draft => ({ schema_name: UserMessage.name, session: 's', context: { content } });
const creating = (...drafts: Draft[]): CommitRequest => ({ writes: drafts.map((draft) => ({ op: 'create', draft })) });
const commit = (request: CommitRequest, caller = ann, world = aWorld()): CommitJob =>
  prepareCommit(request, caller, world);
const fresh = (position = 0): Ledger => new Ledger(nothingLoaded(NOW, position));
const refusals = (outcomes: readonly Outcome[]): unknown[] =>
  outcomes.map((outcome) => ('refusal' in outcome ? (outcome.refusal as { code?: string }).code : null));

const erasing = (id: string): CommitJob => ({
  ...commit(creating(message('x'))),
  writes: [{ op: 'erase', id, if_match: 1 }],
});
const claiming = (key: string): Job => ({ kind: 'claim', workspace: W, key, ttl_ms: 1000, fence: null, holder: 'h' });

/** A workspace in which ann has said `count` things (positions from 2) and an agent is defined (position 1). */
function conversation(count: number, definition: Partial<AgentDefV1> = {}): Ledger {
  const ledger = fresh();
  const context = { agent: 'bot', prompt: 'p', subscriptions: [{ schema: UserMessage.name }], ...definition };
  const said = Array.from({ length: count }, (_, n) => message(`m${n}`));
  append([commit(creating({ schema_name: AgentDef.name, context }), root), commit(creating(...said))], ledger);
  return ledger;
}

function waking(ledger: Ledger, n: number): Job {
  const definition = ledger.crumbs.all().find(({ schema_name }) => schema_name === AgentDef.name);
  const turn = { agent: 'bot', definition: { id: definition?.id ?? '', version: 1 }, generation: 0 };
  return { kind: 'request-turns', workspace: W, cause: { id: numbered(n + 1), version: 1 }, turns: [turn] };
}

const turnAbout = (n: number): string =>
  turnId(W, { agent: 'bot', trigger: { id: numbered(n + 1), version: 1 }, generation: 0 });

const answering = (n: number): Job =>
  commit(creating({ schema_name: AgentResponse.name, context: { turn: { id: turnAbout(n) }, action: 'wait' } }), pool);

describe('a group of requests', () => {
  it('gets positions one after another from the head that it found', () => {
    const ledger = fresh(41);
    const outcomes = append(
      [commit(creating(message('a'), message('b'))), commit(creating(message('c')), ann, aWorld(9))],
      ledger,
    );
    expect(refusals(outcomes)).toEqual([null, null]);
    expect(ledger.events.map(({ position }) => position)).toEqual([42, 43, 44]);
  });

  it('never shows a refused request to its neighbours: it leaves what the group without it leaves', () => {
    const good = fc.integer({ min: 0, max: 3 }).map((n) => ({ n, bad: false }));
    const bad = fc.integer({ min: 0, max: 3 }).map((n) => ({ n, bad: true }));
    fc.assert(
      fc.property(fc.array(fc.oneof(good, bad), { maxLength: 20 }), (plan) => {
        const job = (at: number, isBad: boolean): Job => {
          const made = commit(creating(message(`m${at}`)), ann, aWorld(1_000 + at));
          return isBad ? { ...made, writes: [...made.writes, ...erasing(numbered(7)).writes] } : made;
        };
        const jobs = plan.map(({ bad: isBad }, at) => job(at, isBad));
        const [all, only] = [fresh(), fresh()];
        const outcomes = append(jobs, all);
        append(
          jobs.filter((_, at) => plan[at]?.bad === false),
          only,
        );
        expect(refusals(outcomes)).toEqual(plan.map(({ bad: isBad }) => (isBad ? 'not_found' : null)));
        expect(left(all)).toEqual(left(only));
      }),
    );
  });

  it('lets a request build on what one before it in the same group left', () => {
    const ledger = fresh();
    const first = commit(creating(message('a')));
    const reply = { ...message('b'), cause: { id: numbered(1) } };
    const outcomes = append([first, commit(creating(reply), ann, aWorld(2))], ledger);
    expect(refusals(outcomes)).toEqual([null, null]);
    expect(ledger.crumbs.get(keyOf(W, numbered(2)))).toMatchObject({ trail_id: numbered(1), cause_version: 1, hop: 1 });
  });

  it('never gives one fence twice, nor one key to two holders', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }), (keys) => {
        const outcomes = append(keys.map(claiming), fresh());
        const fences = outcomes.map((one) => ('result' in one ? (one.result as { fence?: number }).fence : undefined));
        const given = fences.filter((fence) => fence !== undefined);
        expect(new Set(given).size).toBe(given.length);
        expect(given.length).toBe(new Set(keys).size);
      }),
    );
  });
});

describe('the turns of a lane', () => {
  it('are never open two at a time, each ends once, and all are opened in the order of their triggers', () => {
    const moves = fc.array(fc.tuple(fc.constantFrom('wake', 'answer'), fc.nat({ max: 5 })), { maxLength: 40 });
    fc.assert(
      fc.property(moves, (plan) => {
        const ledger = conversation(6);
        const opened: number[] = [];
        for (const [move, n] of plan) {
          const waiting = ledger.turns.all().filter(({ state }) => state === 'queued');
          append([move === 'wake' ? waking(ledger, n) : answering(n)], ledger);
          const open = ledger.turns.all().filter(({ state }) => state === 'open');
          expect(open.length).toBeLessThanOrEqual(1);
          const next = waiting.find(({ id }) => id === open[0]?.id);
          if (next) opened.push(next.cause_position - Math.min(...waiting.map((turn) => turn.cause_position)));
        }
        expect(opened.every((behind) => behind === 0)).toBe(true);
        const ends = ledger.events.filter(({ schema_name }) => schema_name === AgentResponse.name).map(({ id }) => id);
        expect(new Set(ends).size).toBe(ends.length);
        expect(ends.length).toBe(ledger.turns.all().filter(({ state }) => state === 'closed').length);
      }),
    );
  });

  it('go on at once when the one that is open ends', () => {
    const ledger = conversation(2);
    append([waking(ledger, 0), waking(ledger, 1)], ledger);
    const before = ledger.position;
    append([answering(0)], ledger);
    const [end, next] = ledger.events.filter(({ position }) => position > before);
    expect(end).toMatchObject({ id: responseId(W, turnAbout(0)) });
    expect(next).toMatchObject({ id: turnAbout(1), position: before + 2 });
    const turn = ledger.versions.get(`${W}/${turnAbout(1)}@1`);
    expect(turn?.context).toMatchObject({ as_of: before + 1, now: NOW, lane: 'session:s' });
  });

  it('are left alone by a deadline that has been met or is still ahead', () => {
    const ledger = conversation(1);
    append([waking(ledger, 0)], ledger);
    const before = ledger.position;
    const due: Job = { kind: 'due', what: 'deadline', workspace: W, key: turnAbout(0) };
    expect(append([due], ledger)).toEqual([{ result: false }]);
    append([answering(0)], ledger);
    expect(append([due], ledger)).toEqual([{ result: false }]);
    expect(ledger.position).toBe(before + 1);
  });
});
