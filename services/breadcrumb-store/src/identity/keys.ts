import { randomBytes } from 'node:crypto';
import { refuse, sha256, type Identity, type KeyView, type Participant, type Role } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import { v7 } from 'uuid';
import type { DataSource, Repository } from 'typeorm';
import { ApiKeyEntity } from '../entities/workspace.entity';

/** How long a key is believed without asking the database; a revocation in this process counts at once. */
const BELIEVED_MS = 10_000;

/** What a new key is for. */
export interface KeyWish {
  readonly participant: Participant;
  readonly role: Role;
  readonly expires_at?: string;
}

/** A new secret: 256 random bits, with a mark that scanners for leaked secrets can find. */
export const newSecret = (): string => `crumb_${randomBytes(32).toString('base64url')}`;

const viewOf = (key: ApiKeyEntity): KeyView => ({
  id: key.id,
  participant: { kind: key.participantKind, id: key.participantId },
  role: key.role,
  created_at: key.createdAt.toISOString(),
  ...(key.expiresAt ? { expires_at: key.expiresAt.toISOString() } : {}),
  ...(key.revokedAt ? { revoked_at: key.revokedAt.toISOString() } : {}),
});

/** The API keys. Secrets are shown once and kept as hashes: a slow hash would protect nothing that has 256 random bits. */
export class Keys {
  private readonly rows: Repository<ApiKeyEntity>;
  private readonly believed = new LRUCache<string, ApiKeyEntity>({ max: 10_000, ttl: BELIEVED_MS });

  constructor(source: DataSource) {
    this.rows = source.getRepository(ApiKeyEntity);
  }

  /** Whose key it is; null when it is nobody's, or has expired or been revoked. */
  async identify(secret: string): Promise<Identity | null> {
    const secretHash = sha256(secret);
    const key = this.believed.get(secretHash) ?? (await this.rows.findOneBy({ secretHash }));
    if (!key) return null;
    this.believed.set(secretHash, key, { noUpdateTTL: true });
    if (key.revokedAt || (key.expiresAt && key.expiresAt.getTime() <= Date.now())) return null;
    const participant = { kind: key.participantKind, id: key.participantId };
    return { workspace: key.workspace, participant, role: key.role, key_id: key.id };
  }

  async create(workspace: string, wish: KeyWish, secret = newSecret()): Promise<KeyView & { secret: string }> {
    refuseImpostors(wish);
    const id = v7();
    await this.rows.insert({
      id,
      workspace,
      participantKind: wish.participant.kind,
      participantId: wish.participant.id,
      role: wish.role,
      secretHash: sha256(secret),
      expiresAt: wish.expires_at === undefined ? null : new Date(wish.expires_at),
      revokedAt: null,
    });
    return { ...viewOf(await this.rows.findOneByOrFail({ id })), secret };
  }

  async list(workspace: string): Promise<KeyView[]> {
    const keys = await this.rows.find({ where: { workspace }, order: { createdAt: 'ASC', id: 'ASC' } });
    return keys.map(viewOf);
  }

  /** From the moment that this returns, the key opens nothing. Again changes nothing. */
  async revoke(workspace: string, id: string): Promise<KeyView> {
    const key = await this.rows.findOneBy({ workspace, id });
    if (!key) throw refuse('not_found', `No key ${id} in this workspace.`);
    if (!key.revokedAt) {
      key.revokedAt = new Date();
      await this.rows.update({ workspace, id }, { revokedAt: key.revokedAt });
    }
    this.believed.delete(key.secretHash);
    return viewOf(key);
  }
}

/** A key speaks for people, agents and tools; never for a service, and for an operator only when it is one. */
function refuseImpostors({ participant, role }: KeyWish): void {
  if (participant.kind === 'service') throw refuse('forbidden', 'Services have no keys; they have NATS users.');
  if (participant.kind === 'operator' && role !== 'operator') {
    throw refuse('forbidden', 'A key that speaks for an operator has the role operator.');
  }
}
