import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  AgentDef,
  refuse,
  sha256,
  type Identity,
  type KeyView,
  type Participant,
  type Role,
} from '@crumbtrail/contracts';
import { ANY_NATS_USER, natsSenderKey } from '@crumbtrail/contracts/operations/nats-users';
import { LRUCache } from 'lru-cache';
import { v7 } from 'uuid';
import { Repository } from 'typeorm';
import { ApiKeyEntity } from '../entities/workspace.entity';

/** How long a key is cached, milliseconds. A revocation in this process takes effect at once. */
const CACHED_MS = 10_000;

/** How often the use of a key is noted at most, milliseconds. */
const USE_NOTED_MS = 300_000;

/**
 * Revokes a key unless no operator could create another one then. It locks the operators' keys in one order, so that of two that are revoked at
 * the same time one stays.
 */
const REVOKE = `with operators as (
    select id, expires_at from api_key where workspace = $1 and role = 'operator' and revoked_at is null
      and (expires_at is null or expires_at > now()) order by id for update)
  update api_key k set revoked_at = now() where k.workspace = $1 and k.id = $2 and k.revoked_at is null
    and (not exists (select 1 from operators o where o.id = k.id)
      or exists (select 1 from operators o where o.id <> k.id and (o.expires_at is null or k.expires_at is not null)))`;

const MAX_CACHED = 10_000;

/** Who a new key identifies, and what it permits. */
export interface NewKey {
  readonly participant: Participant;
  /** The display name of its holder. */
  readonly name?: string | undefined;
  /** It is the key of a chat program. @default false */
  readonly client?: boolean | undefined;
  readonly role: Role;
  readonly expires_at?: string | undefined;
  /** The user of NATS that it is, in place of a secret. @default none */
  readonly nats_user?: string | undefined;
}

/** A new secret: 256 random bits, with a prefix that scanners for leaked secrets can find. */
export const newSecret = (): string => `crumb_${randomBytes(32).toString('base64url')}`;

const viewOf = (key: ApiKeyEntity): KeyView => ({
  id: key.id,
  participant: { kind: key.participantKind, id: key.participantId },
  ...(key.name === null ? {} : { name: key.name }),
  ...(key.client ? { client: true } : {}),
  ...(key.natsUser === null ? {} : { nats_user: key.natsUser }),
  role: key.role,
  created_at: key.createdAt.toISOString(),
  ...(key.expiresAt ? { expires_at: key.expiresAt.toISOString() } : {}),
  ...(key.revokedAt ? { revoked_at: key.revokedAt.toISOString() } : {}),
  ...(key.lastUsedAt ? { last_used_at: key.lastUsedAt.toISOString() } : {}),
});

function identityOf(key: ApiKeyEntity): Identity {
  const { participant, name, client, role } = viewOf(key);
  const { workspace, id: key_id } = key;
  return { workspace, participant, ...(name !== undefined && { name }), ...(client && { client }), role, key_id };
}

/** A key of the cache: its row, which tells whether it is valid, and whom it identifies. */
interface KnownKey {
  readonly row: ApiKeyEntity;
  readonly identity: Identity;
}

const isValid = ({ revokedAt, expiresAt }: ApiKeyEntity): boolean =>
  revokedAt === null && (expiresAt === null || expiresAt.getTime() > Date.now());

/**
 * The API keys. A secret is shown once and stored as a SHA-256 hash: a slow hash would not protect 256 random bits any better.
 */
@Injectable()
export class Keys {
  private readonly logger = new Logger(Keys.name);
  private readonly cache = new LRUCache<string, KnownKey>({ max: MAX_CACHED, ttl: CACHED_MS });
  /** The keys whose use was noted lately, by their ids. */
  private readonly noted = new LRUCache<string, true>({ max: MAX_CACHED, ttl: USE_NOTED_MS });
  /** The reads in progress, by the hash of the secret: requests that arrive together share one. */
  private readonly reads = new Map<string, Promise<KnownKey | null>>();

  constructor(@InjectRepository(ApiKeyEntity) private readonly rows: Repository<ApiKeyEntity>) {}

  /** Whose key it is; null for a key that is unknown, expired or revoked. */
  async identify(secret: string): Promise<Identity | null> {
    return this.identifyByHash(sha256(secret));
  }

  /** Whose key it is, by the hash of its secret. */
  async identifyByHash(secretHash: string): Promise<Identity | null> {
    const key = this.cache.get(secretHash) ?? (await this.readOnce(secretHash));
    if (!key || !isValid(key.row)) return null;
    this.noteUse(key.row.id);
    return key.identity;
  }

  /** Notes that a key was used. The request does not wait for it, and does not fail with it. */
  private noteUse(id: string): void {
    if (this.noted.has(id)) return;
    this.noted.set(id, true);
    this.rows
      .update({ id }, { lastUsedAt: new Date() })
      .catch((error: unknown) => this.logger.warn(`The use of key ${id} was not noted: ${String(error)}`));
  }

  private readOnce(secretHash: string): Promise<KnownKey | null> {
    const running = this.reads.get(secretHash);
    if (running) return running;
    const read = this.read(secretHash).then((known) => {
      // A revocation forgets the read, whose row may be older than it.
      if (known && this.reads.get(secretHash) === read) this.cache.set(secretHash, known, { noUpdateTTL: true });
      return known;
    });
    this.reads.set(secretHash, read);
    const forget = (): unknown => this.reads.get(secretHash) === read && this.reads.delete(secretHash);
    read.then(forget, forget);
    return read;
  }

  private async read(secretHash: string): Promise<KnownKey | null> {
    const row = await this.rows.findOneBy({ secretHash });
    return row && { row, identity: identityOf(row) };
  }

  /** Whether a key with this secret was ever created, and is still valid. */
  async find(secret: string): Promise<'valid' | 'invalid' | null> {
    const key = await this.rows.findOneBy({ secretHash: sha256(secret) });
    if (!key) return null;
    return isValid(key) ? 'valid' : 'invalid';
  }

  async create(workspace: string, key: NewKey, secret = newSecret()): Promise<KeyView & { secret: string }> {
    requirePermitted(key);
    const id = v7();
    await this.rows.insert({
      id,
      workspace,
      participantKind: key.participant.kind,
      participantId: key.participant.id,
      name: key.name ?? null,
      client: key.client ?? false,
      natsUser: key.nats_user ?? null,
      role: key.role,
      secretHash: sha256(secret),
      expiresAt: key.expires_at === undefined ? null : new Date(key.expires_at),
      revokedAt: null,
      lastUsedAt: null,
    });
    return { ...viewOf(await this.rows.findOneByOrFail({ id })), secret };
  }

  /** Makes a user of NATS a participant of the workspace. Refuses one that is a participant already. */
  async admit(workspace: string, user: NewKey & { readonly nats_user: string }): Promise<KeyView> {
    if (user.nats_user === ANY_NATS_USER && user.role === 'operator')
      throw refuse('forbidden', 'Not everybody on NATS can be an operator: admit a user by its NKEY.');
    const sender = natsSenderKey(workspace, user.nats_user);
    const earlier = await this.rows.findOneBy({ secretHash: sha256(sender) });
    if (earlier && isValid(earlier)) {
      const { participantKind, participantId } = earlier;
      const message = `The NATS user ${user.nats_user} is ${participantKind}:${participantId} already: revoke the key ${earlier.id} first.`;
      throw refuse('id_conflict', message);
    }
    // The hash of an admission that has ended makes room: it was of a name, not of a secret.
    if (earlier) await this.rows.update({ id: earlier.id }, { secretHash: sha256(`${sender} ${earlier.id}`) });
    const { secret: _, ...view } = await this.create(workspace, user, sender);
    this.cache.delete(sha256(sender));
    return view;
  }

  async list(workspace: string): Promise<KeyView[]> {
    const keys = await this.rows.find({ where: { workspace }, order: { createdAt: 'ASC', id: 'ASC' } });
    return keys.map(viewOf);
  }

  /**
   * Once this returns, the key is refused. Revoking it again changes nothing. The last valid key of an operator, or the last that does not
   * expire, is not revoked: nobody could create another one.
   */
  async revoke(workspace: string, id: string): Promise<KeyView> {
    await this.rows.query(REVOKE, [workspace, id]);
    const key = await this.rows.findOneBy({ workspace, id });
    if (!key) throw refuse('not_found', `No key ${id} in this workspace.`);
    if (!key.revokedAt) throw await this.refuseLastOperator(key);
    this.cache.delete(key.secretHash);
    this.reads.delete(key.secretHash);
    return viewOf(key);
  }

  /** Forgets the keys of a workspace, whose rows are gone. */
  forget(workspace: string): void {
    for (const [hash, { identity }] of this.cache.entries())
      if (identity.workspace === workspace) this.cache.delete(hash);
  }

  private async refuseLastOperator({ workspace, id }: ApiKeyEntity): Promise<Error> {
    const operators = await this.rows.findBy({ workspace, role: 'operator' });
    const isAlone = !operators.some((other) => other.id !== id && isValid(other));
    return refuse(
      'forbidden',
      `This is the last key of an operator${isAlone ? '' : ' that does not expire'}. Create another one first: crumb keys create --for operator:<id> --role operator.`,
    );
  }
}

/** A key never identifies a service, and identifies an operator only if it has that role. */
function requirePermitted({ participant, name, role }: NewKey): void {
  if (participant.kind === 'service') throw refuse('forbidden', 'Services have no keys; they have NATS users.');
  if (name !== undefined && participant.kind !== 'user' && participant.kind !== 'operator') {
    throw refuse(
      'forbidden',
      `A key's name is that of a person; the name of the ${participant.kind} ${participant.id} is in its ${AgentDef.name}.`,
    );
  }
  if (participant.kind === 'operator' && role !== 'operator') {
    throw refuse('forbidden', 'A key that speaks for an operator has the role operator.');
  }
}
