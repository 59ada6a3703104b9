import { Injectable } from '@nestjs/common';
import {
  activeOverrides,
  Commit,
  contentHash,
  CrumbError,
  History,
  Read,
  refuse,
  SessionOverride,
  sha256,
  singletonId,
  type Envelope,
  type Identity,
  type SessionOverrideItem,
  type SessionOverrideV1,
} from '@crumbtrail/contracts';
import type { ListedOverrides, OverrideBody } from '@crumbtrail/contracts/http/session-overrides';
import type { Caller } from '../http/caller';
import { relocateIssues } from '../http/issue-paths';
import { ServiceRequests } from '../ports';

/** An adjustment to add to a session. */
export interface OverrideRequest {
  readonly session: string;
  readonly body: OverrideBody;
  readonly idempotencyKey: string | undefined;
}

/** A change is tried so often where other operators change the same session at once. */
const MOST_ATTEMPTS = 5;
/** What the schema takes. */
const MOST_OVERRIDES = 32;

type OverrideCrumb = Envelope<SessionOverrideV1>;

/** How a session is adjusted, as of a time of the store. */
interface AdjustedSession {
  readonly id: string;
  readonly crumb?: OverrideCrumb;
  readonly items: readonly SessionOverrideItem[];
  readonly now: string;
}

/** The items after a change. */
type Edit = (adjusted: AdjustedSession) => SessionOverrideItem[];

/** The item that a request adds, at a time of the store. */
function toItem({ ttl_seconds, id, ...body }: OverrideBody, now: string): SessionOverrideItem {
  const until =
    ttl_seconds === undefined ? {} : { until: new Date(Date.parse(now) + ttl_seconds * 1_000).toISOString() };
  return { id: id ?? body.verb, ...body, ...until } as SessionOverrideItem;
}

/** What a request asks for, whenever it is sent. */
const contentOf = ({ until: _until, by: _by, request_hash: _hash, ...content }: SessionOverrideItem): string =>
  contentHash(content);

/** The items with one added or replaced. Those that have ended make room. */
function addItem({ items, now }: AdjustedSession, item: SessionOverrideItem): SessionOverrideItem[] {
  const others = activeOverrides({ session: '', overrides: [...items] }, now).filter(({ id }) => id !== item.id);
  if (others.length < MOST_OVERRIDES) return [...others, item];
  throw refuse('invalid_payload', `A session has at most ${MOST_OVERRIDES} overrides; revert one first.`);
}

const isConflict = (error: unknown): boolean =>
  error instanceof CrumbError && (error.code === 'version_conflict' || error.code === 'id_conflict');

function toListed(session: string, { crumb, items, now }: AdjustedSession): ListedOverrides {
  return { session, now, ...(crumb ? { version: crumb.version } : {}), overrides: items };
}

/** Adjusts sessions for operators. All reads and writes are the caller's; the payload says who made each change. */
@Injectable()
export class SessionOverrides {
  constructor(private readonly requests: ServiceRequests) {}

  async list(caller: Caller, session: string): Promise<ListedOverrides> {
    const { workspace } = await this.requireOperator(caller);
    return toListed(session, await this.read(caller, workspace, session));
  }

  /** Adds or replaces an item. The same request with the same idempotency key has no effect a second time, also after a revert. */
  async add(caller: Caller, { session, body, idempotencyKey }: OverrideRequest): Promise<ListedOverrides> {
    const identity = await this.requireOperator(caller);
    const by = identity.participant.id;
    const signed = {
      by,
      ...(idempotencyKey === undefined ? {} : { request_hash: sha256(JSON.stringify([by, idempotencyKey])) }),
    };
    const before = await this.read(caller, identity.workspace, session);
    if (await this.wasAdded(caller, before, { ...toItem(body, before.now), ...signed }))
      return toListed(session, before);
    const edit: Edit = (found) => addItem(found, { ...toItem(body, found.now), ...signed });
    return this.change(caller, identity, { session, edit });
  }

  /** Removes an item; rejects with `not_found` where there is none of this id. */
  async revert(caller: Caller, session: string, id: string): Promise<ListedOverrides> {
    const identity = await this.requireOperator(caller);
    const edit: Edit = ({ items }) => {
      if (items.some((item) => item.id === id)) return items.filter((item) => item.id !== id);
      const known = items.length === 0 ? 'it has none' : `its overrides are ${items.map((item) => item.id).join(', ')}`;
      throw refuse('not_found', `The session ${session} has no override ${id}: ${known}.`);
    };
    return this.change(caller, identity, { session, edit });
  }

  private async requireOperator(caller: Caller): Promise<Identity> {
    const identity = await this.requests.identify(caller);
    if (identity.role === 'operator' && identity.participant.kind === 'operator') return identity;
    const { kind, id } = identity.participant;
    throw refuse(
      'forbidden',
      `Adjusting a session needs the key of an operator with the role operator; this one is ${kind} ${id} with the role ${identity.role}.`,
    );
  }

  private async read(caller: Caller, workspace: string, session: string): Promise<AdjustedSession> {
    const id = singletonId(workspace, 'session_override', session);
    const { crumbs, now } = await this.requests.request(Read, caller, { refs: [{ id }] });
    const [found] = crumbs;
    if (!found) return { id, items: [], now };
    if ('erased' in found) throw refuse('erased', `The overrides of the session ${session} were erased.`);
    const crumb = found as unknown as OverrideCrumb;
    return { id, crumb, items: crumb.context.overrides, now };
  }

  /** Whether an earlier request with this key has added the item, in any version; refuses where it has added another one. */
  private async wasAdded(caller: Caller, { id, crumb }: AdjustedSession, item: SessionOverrideItem): Promise<boolean> {
    if (crumb === undefined || item.request_hash === undefined) return false;
    const { versions } = await this.requests.request(History, caller, { id });
    const earlier = versions
      .flatMap(({ context }) => (context as unknown as SessionOverrideV1).overrides ?? [])
      .find(({ request_hash }) => request_hash === item.request_hash);
    if (earlier === undefined) return false;
    if (contentOf(earlier) === contentOf(item)) return true;
    throw refuse('idempotency_conflict', 'The idempotency key was used for another override; use a new one.');
  }

  private async change(
    caller: Caller,
    { workspace, participant }: Identity,
    { session, edit }: { readonly session: string; readonly edit: Edit },
  ): Promise<ListedOverrides> {
    for (let attempt = 1; ; attempt += 1) {
      const found = await this.read(caller, workspace, session);
      const overrides = edit(found);
      try {
        const version = await this.write(caller, found, { session, overrides, changed_by: participant.id });
        return { session, now: found.now, version, overrides };
      } catch (error) {
        if (!isConflict(error) || attempt === MOST_ATTEMPTS) throw error;
      }
    }
  }

  private async write(caller: Caller, { id, crumb }: AdjustedSession, context: SessionOverrideV1): Promise<number> {
    const payload = { ...context };
    const write = crumb
      ? { op: 'update' as const, id, if_match: crumb.version, patch: { context: payload } }
      : { op: 'create' as const, draft: { schema_name: SessionOverride.name, context: payload } };
    const { results } = await this.requests
      .request(Commit, caller, { writes: [write] })
      .catch(relocateIssues(toBodyPath));
    return results[0]?.version ?? 0;
  }
}

/** `/overrides/3/text` is `/text` in the body of the request. */
const toBodyPath = (path: string): string =>
  path.replace(/^\/(writes\/0\/)?(draft\/|patch\/)?(context\/)?overrides\/\d+/, '');
