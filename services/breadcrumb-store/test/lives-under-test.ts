import {
  SchemaDef,
  WorkspaceRetention,
  type CommitResult,
  type Draft,
  type WorkspaceRetentionV1,
} from '@crumbtrail/contracts';
import { createLogger } from '@crumbtrail/platform';
import { readCrumbs } from '../src/reading/read-crumbs';
import { RetentionSweeper } from '../src/retention/retention-sweeper';
import { indexNextEvents } from '../src/search/index/text/index-events';
import { UseCounter } from '../src/uses/use-counter';
import { Conversation } from './conversation';
import type { TestDatabase } from './databases';
import { makeOlder } from './old-data';
import { operator, StoreUnderTest, user } from './store-under-test';

export const HOUR = 3_600;
export const DAY = 24 * HOUR;
/** Times that {@link makeOlder} leaves as they are. */
const TIMES = [
  ['crumb_version', 'updated_at'],
  ['crumb_use', 'used_at'],
  ['use_since', 'since'],
] as const;

/** The retention of a schema.def.v1. */
export interface DefinedRetention {
  readonly class: string;
  readonly seconds?: number;
  readonly unused_seconds?: number;
  readonly when?: 'both' | 'either';
}

/** A store whose breadcrumbs of the schema `note.v1` have a life, in a workspace of its own for each test. */
export class Lives {
  readonly logger = createLogger('breadcrumb-store', 'silent');
  readonly uses: UseCounter;
  readonly sweeper: RetentionSweeper;
  private conversation: Conversation | undefined;

  private constructor(readonly store: StoreUnderTest) {
    this.uses = new UseCounter(store.db.database, this.logger);
    this.sweeper = new RetentionSweeper(store.db.database, store.lease, store.writer, this.uses, this.logger);
  }

  static async over(database: TestDatabase): Promise<Lives> {
    return new Lives(await StoreUnderTest.over(database));
  }

  /** Begins a workspace. */
  async begin(): Promise<void> {
    this.conversation = await Conversation.begin(this.store);
  }

  get talk(): Conversation {
    if (!this.conversation) throw new Error('begin() was not called.');
    return this.conversation;
  }

  get workspace(): string {
    return this.talk.workspace;
  }

  query<Row extends object>(text: string, params: readonly unknown[] = []): Promise<Row[]> {
    return this.store.db.database.query<Row>(text, params);
  }

  define(retention: DefinedRetention, workspace = this.workspace): Promise<CommitResult> {
    return this.store.create(operator(workspace), {
      schema_name: SchemaDef.name,
      context: { defines: 'note.v1', schema: { type: 'object' }, examples: [{ text: 'hello' }], retention },
    });
  }

  note(text: string, more: Partial<Draft> = {}, workspace = this.workspace): Promise<CommitResult> {
    return this.store.create(user(workspace), { schema_name: 'note.v1', context: { text }, ...more });
  }

  keep(setting: Omit<WorkspaceRetentionV1, 'name'>): Promise<CommitResult> {
    const context = { name: 'retention', ...setting };
    return this.store.create(operator(this.workspace), { schema_name: WorkspaceRetention.name, context });
  }

  /** Everything is published and indexed, uses are counted, and all that happened so far is so many days old. */
  async settle(days: number, workspace = this.workspace): Promise<void> {
    while ((await indexNextEvents(this.store.db.database)).more) continue;
    await this.query('update relay_cursor set relayed = $1', [this.store.writer.position]);
    await this.query('delete from durable');
    await this.sweeper.countUses();
    await makeOlder(this.store.db.database, workspace, days);
    for (const [table, column] of TIMES)
      await this.query(
        `update ${table} set ${column} = ${column} - make_interval(days => $2::int) where workspace = $1`,
        [workspace, days],
      );
  }

  /** Two passes: what goes is found twice. */
  async sweep(): Promise<void> {
    await this.sweeper.sweep();
    await this.sweeper.sweep();
  }

  async isGone({ id }: CommitResult, workspace = this.workspace): Promise<boolean> {
    const { crumbs } = await readCrumbs(this.store.db.database, { refs: [{ id }] }, operator(workspace));
    const [crumb] = crumbs;
    return crumb !== null && crumb !== undefined && 'erased' in crumb;
  }

  /** The context of a turn that has ended, which shows these. */
  async show(...shown: readonly CommitResult[]): Promise<CommitResult> {
    const turn = await this.talk.wake(await this.talk.say('what was it?'));
    const context = await this.talk.build(turn, { text: 'x', quotes: shown.map(({ id }) => ({ id, version: 1 })) });
    await this.talk.answer(turn.id, 'well');
    return context;
  }
}
