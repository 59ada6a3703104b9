import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { consoleSessionSecret, refuse, sha256, type NewConsoleSession, type SignInCode } from '@crumbtrail/contracts';
import { GET_SIGN_IN_LINK } from '@crumbtrail/contracts/http/console-page';
import { LRUCache } from 'lru-cache';
import { DATABASE, type Database } from '../database/database';

/** How long the code of a sign-in link is valid, milliseconds. */
const CODE_MS = 60_000;
/** How long a browser stays signed in, milliseconds. */
const SESSION_MS = 30 * 86_400_000;
/** How long a session is cached, milliseconds. One that this process ends is refused at once. */
const CACHED_MS = 10_000;

const INSERT = `insert into sign_in (hash, kind, key_id, expires_at) values ($1, $2, $3, $4)`;
const DELETE_EXPIRED = 'delete from sign_in where expires_at <= now()';
/** One statement, so that of two gateways that bring the same code only one gets a row. */
const TAKE_CODE = `
  delete from sign_in using api_key k
  where hash = $1 and kind = 'code' and k.id = key_id
  returning key_id, sign_in.expires_at > now() and k.revoked_at is null and coalesce(k.expires_at > now(), true) as valid`;
const SELECT_SESSION = `
  select k.secret_hash, s.expires_at from sign_in s join api_key k on k.id = s.key_id
  where s.hash = $1 and s.kind = 'session'`;
const DELETE_SESSION = `delete from sign_in where hash = $1 and kind = 'session' returning hash`;

interface OpenSession {
  readonly secret_hash: string;
  readonly expires_at: Date;
}

const newSecret = (): string => randomBytes(32).toString('base64url');

/**
 * Browsers that are signed in. A session stands for the holder of its key, and ends with the key. The rows are in the database, so that any gateway
 * may take the code that another one has given out.
 */
@Injectable()
export class ConsoleSessions {
  private readonly cache = new LRUCache<string, OpenSession>({ max: 10_000, ttl: CACHED_MS });
  /** Counts ended sessions: a read that began before the last of them may be older than it, and is not cached. */
  private endings = 0;

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** A code that opens one session within a minute. */
  async createCode(keyId: string): Promise<SignInCode> {
    await this.database.query(DELETE_EXPIRED);
    const code = newSecret();
    return { code, expires_at: await this.insert(sha256(code), { kind: 'code', keyId, validMs: CODE_MS }) };
  }

  /** Uses the code up, whether it is still valid or not. */
  async redeem(code: string): Promise<NewConsoleSession> {
    const [row] = await this.database.query<{ key_id: string; valid: boolean }>(TAKE_CODE, [sha256(code)]);
    if (row?.valid) return this.open(row.key_id);
    throw refuse(
      'unauthenticated',
      `This sign-in link was used already, or is older than ${CODE_MS / 1000} seconds. ${GET_SIGN_IN_LINK}`,
    );
  }

  async open(keyId: string): Promise<NewConsoleSession> {
    const parts = { cookie: newSecret(), proof: newSecret() };
    const hash = sha256(consoleSessionSecret(parts));
    return { ...parts, expires_at: await this.insert(hash, { kind: 'session', keyId, validMs: SESSION_MS }) };
  }

  /** The hash of the key that the session stands for; null if there is no such session, or it has expired. */
  async findKeyHash(secret: string): Promise<string | null> {
    const hash = sha256(secret);
    const session = this.cache.get(hash) ?? (await this.read(hash));
    return session && session.expires_at.getTime() > Date.now() ? session.secret_hash : null;
  }

  /** Once this returns, the session is refused; false if there was none. */
  async end(secret: string): Promise<boolean> {
    const hash = sha256(secret);
    const rows = await this.database.query(DELETE_SESSION, [hash]);
    this.endings += 1;
    this.cache.delete(hash);
    return rows.length > 0;
  }

  private async read(hash: string): Promise<OpenSession | undefined> {
    const { endings } = this;
    const [session] = await this.database.query<OpenSession & object>(SELECT_SESSION, [hash]);
    if (session && endings === this.endings) this.cache.set(hash, session);
    return session;
  }

  private async insert(
    hash: string,
    { kind, keyId, validMs }: { kind: 'code' | 'session'; keyId: string; validMs: number },
  ): Promise<string> {
    const expires_at = new Date(Date.now() + validMs).toISOString();
    await this.database.query(INSERT, [hash, kind, keyId, expires_at]);
    return expires_at;
  }
}
