import { ensurePostgres } from '@crumbtrail/setup/postgres';
import { startPostgres, startReplica, type PostgresServer, WITHOUT_DISK_SYNC } from '@crumbtrail/setup/postgres-server';
import { eventually } from '../eventually';
import { limitedUrl, runSql, type FreshDatabase } from './fresh-database';
import { TcpProxy } from './tcp-proxy';

const READ_ONLY = 'reader';

/** A Postgres and its streaming replica on loopback, behind one address that leads to the one that is in charge. */
export class PostgresPair {
  private constructor(
    private readonly primary: PostgresServer,
    private readonly replica: PostgresServer,
    private readonly proxy: TcpProxy,
  ) {}

  /** `synchronous_commit` is what the primary waits for: `local` (the replica may lag), `on` or `remote_apply`. */
  static async start(synchronousCommit: 'local' | 'remote_apply' = 'local'): Promise<PostgresPair> {
    const bin = ensurePostgres();
    const proxy = await TcpProxy.start();
    const primary = await startPostgres(bin, WITHOUT_DISK_SYNC);
    const replica = await startReplica(bin, primary.url, WITHOUT_DISK_SYNC);
    await runSql(primary.url, `alter system set synchronous_commit = '${synchronousCommit}'`);
    if (synchronousCommit !== 'local') await runSql(primary.url, `alter system set synchronous_standby_names = '*'`);
    await runSql(primary.url, 'select pg_reload_conf()');
    proxy.leadTo(Number(new URL(primary.url).port));
    return new PostgresPair(primary, replica, proxy);
  }

  /** The address of the server that is in charge. */
  get url(): string {
    return Object.assign(new URL(this.primary.url), { port: `${this.proxy.port}` }).href;
  }

  /** The environment of a store on the server that is in charge, whose requests are limited to workspaces. */
  get settings(): FreshDatabase['settings'] {
    return { DATABASE_URL: limitedUrl(this.url), DATABASE_OWNER_URL: this.url };
  }

  /** The address of the replica itself, for a user who may only read; {@link createReader} creates that user. */
  get replicaUrl(): string {
    return Object.assign(new URL(this.replica.url), { username: READ_ONLY, password: READ_ONLY }).href;
  }

  /** Creates a database user who may read everything and write nothing. */
  async createReader(): Promise<void> {
    await this.query(`create role ${READ_ONLY} login bypassrls password '${READ_ONLY}' in role pg_read_all_data`);
    await this.untilReplica(`select exists (select 1 from pg_roles where rolname = '${READ_ONLY}') as yes`);
  }

  /** The replica receives what is committed and does not show it until {@link resumeReplay}. */
  async pauseReplay(): Promise<void> {
    await runSql(this.replica.url, 'select pg_wal_replay_pause()');
    await this.untilReplica(`select pg_get_wal_replay_pause_state() = 'paused' as yes`);
  }

  /** The replica shows what it has received. */
  async resumeReplay(): Promise<void> {
    await runSql(this.replica.url, 'select pg_wal_replay_resume()');
  }

  /** Ends replication once the replica has everything that was committed until now: it lacks what comes later. */
  async detachReplica(): Promise<void> {
    const [{ lsn }] = (await runSql(this.primary.url, 'select pg_current_wal_lsn()::text as lsn')) as [{ lsn: string }];
    const reached = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as yes';
    await this.untilReplica(reached, [lsn]);
    await runSql(this.replica.url, `alter system set primary_conninfo = ''`);
    await runSql(this.replica.url, 'select pg_reload_conf()');
    await this.untilReplica('select not exists (select 1 from pg_stat_wal_receiver) as yes');
  }

  /** Kills the primary; until the replica is promoted, no connection succeeds. */
  async killPrimary(): Promise<void> {
    await this.primary.kill();
    this.proxy.leadTo(null);
  }

  /** Promotes the replica, and leads the address to it. */
  async promoteReplica(): Promise<void> {
    await runSql(this.replica.url, 'select pg_promote()');
    this.proxy.leadTo(Number(new URL(this.replica.url).port));
  }

  /** Runs one statement on the server that is in charge. */
  query<Row extends object>(sql: string): Promise<Row[]> {
    return runSql<Row>(this.url, sql);
  }

  async stop(): Promise<void> {
    await this.proxy.close();
    await Promise.all([this.primary.stop(), this.replica.stop()]);
  }

  private async untilReplica(condition: string, values: readonly unknown[] = []): Promise<void> {
    await eventually(
      async () => (await runSql<{ yes: boolean }>(this.replica.url, condition, values))[0]?.yes === true,
    );
  }
}
