import { Injectable } from '@nestjs/common';
import { fingerprintAudience, type Envelope, type Fence, type MemoryShortV1 } from '@crumbtrail/contracts';
import { extractFacts, mergeFacts, type Fact } from '@crumbtrail/memory';
import { crashPoint } from '@crumbtrail/platform';
import { appendFacts, type Said } from '../manager/append-facts';
import { askManager, sumUsage, type ManagerAnswer } from '../manager/ask';
import { MemoryAgents, MemoryModel, MemoryStore, type SessionGroup, type ShortMemory } from '../ports';
import type { KeeperSettings } from '../settings';
import { KeeperMeter } from '../telemetry/keeper-meter';
import { nameAuthors, nameParticipants, toSourceMessages } from '../window/source-messages';
import { takeLeaving } from '../window/take-leaving';
import { requireCommitted, writeShort } from './write-memory';

/** What keeping memories works with. */
@Injectable()
export class KeeperPorts {
  constructor(
    readonly store: MemoryStore,
    readonly agents: MemoryAgents,
    readonly model: MemoryModel,
    readonly meter: KeeperMeter,
  ) {}
}

/** The work on the memory of a group in a session. */
export interface KeeperWork {
  readonly group: SessionGroup;
  readonly settings: KeeperSettings;
  /** The log is read at or after it. */
  readonly min_position: number;
}

/** The right to commit it. */
export interface FencedWork extends KeeperWork {
  readonly fence: Fence;
}

/** Most messages that leave at once, and most facts of a short-term memory until the oldest of them leave it. */
const MOST_MESSAGES = 32;
const MOST_FACTS = 128;
const MOST_READ = 512;

/** The messages that leave the window now. */
interface LeavingMessages {
  readonly stored: ShortMemory | null;
  readonly crumbs: readonly Envelope[];
}

/** What leaves the window of a group; null while all of it stays. */
export async function findLeaving({ store }: KeeperPorts, work: KeeperWork): Promise<LeavingMessages | null> {
  const { group, settings, min_position } = work;
  const stored = await store.short(group);
  const limit = Math.max(MOST_READ, 2 * settings.window.limit);
  const said = await store.window(group, { after: stored?.context.until ?? 0, limit, min_position });
  const crumbs = takeLeaving(said, settings.window, MOST_MESSAGES);
  return crumbs.length === 0 ? null : { stored, crumbs };
}

async function readSaid(
  { store }: KeeperPorts,
  { group, settings }: KeeperWork,
  crumbs: readonly Envelope[],
): Promise<Said> {
  const members = await store.members(group.workspace, group.session);
  const nameOf = nameAuthors(members, settings);
  return { messages: toSourceMessages(crumbs, group.session, nameOf), participants: nameParticipants(members, nameOf) };
}

/** Facts of messages by the model, else by their own sentences. */
async function findFacts(
  { model, meter }: KeeperPorts,
  { group, settings }: KeeperWork,
  { said, room }: { readonly said: Said; readonly room: number },
): Promise<{ readonly facts: readonly Fact[]; readonly asked: ManagerAnswer<Fact[]> }> {
  const { messages, participants = [] } = said;
  if (messages.length === 0) return { facts: [], asked: { model_calls: [], failures: [] } };
  const asked = await askManager({ model, workspace: group.workspace, settings }, appendFacts(said, settings));
  meter.failed(asked.failures);
  const { timeZone } = settings;
  const facts = asked.value?.slice(0, room) ?? extractFacts(messages, { participants, most: room, timeZone });
  return { facts, asked };
}

/** The payload of the next version of a short-term memory. */
export async function draftShort(
  { store }: KeeperPorts,
  { group }: Pick<KeeperWork, 'group'>,
  stored: ShortMemory | null,
): Promise<MemoryShortV1> {
  if (stored !== null) {
    const { usage: _, ...context } = stored.context;
    return context;
  }
  const { agent, session, workspace } = group;
  const key = { agent, session, readers: fingerprintAudience(group.readers) };
  const revision = await store.freeRevision(workspace, 'memory_short', key);
  return { ...key, facts: [], until: 0, taken: 0, ...(revision > 0 ? { revision } : {}) };
}

/**
 * Turns the oldest messages of a full window into facts of the short-term memory. They leave the window with the commit that stores the facts.
 * False where nothing leaves. Throws `unavailable` where another change was committed first.
 */
export async function compactWindow(ports: KeeperPorts, work: FencedWork): Promise<boolean> {
  const leaving = await findLeaving(ports, work);
  if (leaving === null) return false;
  const { stored, crumbs } = leaving;
  crashPoint('keeper.before-model');
  const said = await readSaid(ports, work, crumbs);
  const before = await draftShort(ports, work, stored);
  const room = Math.max(1, MOST_FACTS - before.facts.length);
  const { facts, asked } = await findFacts(ports, work, { said, room });
  crashPoint('keeper.after-model');
  const usage = sumUsage([asked]);
  const method = asked.value === undefined ? 'extracted' : 'written';
  const context: MemoryShortV1 = {
    ...before,
    facts: mergeFacts(before.facts, facts).slice(-MOST_FACTS),
    until: crumbs.at(-1)?.position ?? before.until,
    taken: (before.taken ?? 0) + crumbs.length,
    method,
    ...(usage === undefined ? {} : { usage }),
  };
  const { group, fence } = work;
  requireCommitted(await ports.store.commit(group.workspace, [writeShort(stored, context, group.readers)], fence));
  crashPoint('keeper.after-append');
  ports.meter.wrote('short', method);
  return true;
}
