import { AgentResponse, TRAIL_OUTCOMES, refuse, type TrailOutcome } from '@crumbtrail/contracts';
import type { AuthenticatedCaller } from '../identity/caller';
import { mayReadSql } from '../identity/visibility/access-filter.sql';
import { seesAll } from '../identity/visibility/viewer-of';
import { StatementParameters } from '../database/statement-parameters';
import { readCursor } from './cursor';
import { PRESENT } from './envelope';
import { usedDollarsSql, usedTokensSql } from '../sessions/session-totals';

const USUAL = 50;
const MOST = 500;

/** Pages are at most this long. */
export const pageLength = (limit: number | undefined): number => Math.min(Math.max(limit ?? USUAL, 1), MOST);

const ACTIONS: Readonly<Record<string, TrailOutcome>> = {
  error: 'failed',
  stopped: 'stopped',
  speak: 'answered',
  wait: 'waited',
};

/** The place of an outcome in {@link TRAIL_OUTCOMES}, as {@link ListingStatement.outcomeOfTrail} gives it. */
const rank = (outcome: TrailOutcome): number => TRAIL_OUTCOMES.indexOf(outcome);

/** The outcome whose place in {@link TRAIL_OUTCOMES} a statement returned. */
export const outcomeAt = (place: number): TrailOutcome => TRAIL_OUTCOMES[place] ?? 'none';

/** One statement of a list, with the rights of its caller. */
export class ListingStatement {
  readonly parameters = new StatementParameters();
  readonly workspace: string;
  private readonly conditions: string[] = [];

  constructor(private readonly caller: AuthenticatedCaller) {
    this.workspace = this.parameters.add(caller.workspace, 'text');
  }

  add(condition: string): void {
    this.conditions.push(condition);
  }

  /** Every condition that was added. */
  get where(): string {
    return this.conditions.length === 0 ? 'true' : this.conditions.join(' and ');
  }

  /** Predicate over the audience and author of a row: the caller may read it. */
  readable(alias: string): string {
    const viewer = { participant: this.caller.participant, operator: seesAll(this.caller) };
    return mayReadSql(this.parameters, alias, viewer) ?? 'true';
  }

  /** Predicate: the crumb is neither erased nor expired, and the caller may read it. */
  seen(alias: string): string {
    return `${PRESENT.replaceAll('c.', `${alias}.`)} and ${this.readable(alias)}`;
  }

  /** Predicate: this participant, by id or by kind and id, wrote the crumb. */
  writtenBy(alias: string, participant: string): string {
    const [kind, id] = participant.includes(':') ? participant.split(':', 2) : [undefined, participant];
    const isId = `${alias}.author_id = ${this.parameters.add(id, 'text')}`;
    return kind === undefined ? isId : `${isId} and ${alias}.author_kind = ${this.parameters.add(kind, 'text')}`;
  }

  /** Predicate: the crumb woke this agent; without one, any agent. */
  woke(alias: string, agent?: string): string {
    const isAgent = agent === undefined ? '' : `and t.agent = ${this.parameters.add(agent, 'text')}`;
    return `exists (select from turn t where t.workspace = ${alias}.workspace and t.cause_id = ${alias}.id ${isAgent})`;
  }

  /**
   * Place of the outcome of a trail in {@link TRAIL_OUTCOMES}, of the turns that readable crumbs woke and whose end is readable. A turn that
   * was replayed counts no more: its next generation does.
   */
  outcomeOfTrail(trail: string): string {
    const ends = Object.entries(ACTIONS).map(([action, outcome]) => `when '${action}' then ${rank(outcome)}`);
    return `coalesce((select min(case when t.state <> 'closed' then ${rank('open')} else case t.action ${ends.join(' ')} end end)
      from crumb w join turn t on t.workspace = w.workspace and t.cause_id = w.id
      where w.workspace = ${this.workspace} and w.trail_id = ${trail} and ${this.seen('w')} and (t.state <> 'closed'
        or exists (select from crumb a where a.workspace = t.workspace and a.id = t.response_id and ${this.seen('a')}))
        and not exists (select from turn n where n.workspace = t.workspace and n.cause_id = t.cause_id
          and n.cause_version = t.cause_version and n.agent = t.agent and n.generation > t.generation)), ${rank('none')})`;
  }

  /** The tokens (as billed, else as counted) and US dollars of the answers, crumbs `c`, that fulfil a condition and are readable. */
  usageOfAnswers(condition: string): string {
    return `select sum(${usedTokensSql('usage')})::float8 as tokens, sum(${usedDollarsSql('usage')})::float8 as cost_usd
      from (select v.context -> 'usage' as usage from crumb c
        join crumb_version v on v.workspace = c.workspace and v.id = c.id and v.version = c.version
        where c.workspace = ${this.workspace} and ${condition} and c.schema_name = '${AgentResponse.name}'
          and ${this.seen('c')}) answers`;
  }

  /** Only trails that ended like this. */
  addOutcome(trail: string, outcome: TrailOutcome | undefined): void {
    if (outcome !== undefined) this.add(`${this.outcomeOfTrail(trail)} = ${rank(outcome)}`);
  }

  /** Only what comes after the last one of the previous page, by time and position. Returns what else the cursor holds. */
  addCursor(columns: string, use: string, cursor: string | undefined): readonly (string | number)[] {
    if (cursor === undefined) return [];
    const [time, position, ...more] = readCursor(use, this.caller.workspace, cursor);
    if (typeof time !== 'string' || Number.isNaN(Date.parse(time)) || typeof position !== 'number') {
      throw refuse('cursor_gone', 'Invalid or expired cursor. Start again without it.');
    }
    const place = `(${this.parameters.add(time, 'timestamptz')}, ${this.parameters.add(position, 'bigint')})`;
    this.add(`${columns} < ${place}`);
    return more;
  }

  /** Only from one time on and before another. */
  addTimes(column: string, { since, until }: { readonly since?: string; readonly until?: string }): void {
    if (since !== undefined) this.add(`${column} >= ${this.parameters.add(since, 'timestamptz')}`);
    if (until !== undefined) this.add(`${column} < ${this.parameters.add(until, 'timestamptz')}`);
  }
}
