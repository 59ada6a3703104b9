import { refuse, type Envelope, type MemoryShortV1, type Ref, type Write } from '@crumbtrail/contracts';
import { extractFacts, GENERAL_SECTION, mergeFacts, writeShadow, type Fact } from '@crumbtrail/memory';
import { crashPoint } from '@crumbtrail/platform';
import { appendToSection } from '../facts/apply-rewrite';
import { limitFacts } from '../facts/limit-facts';
import { restsOn, withoutFacts } from '../facts/without-source';
import { isShort, type Summary, type LongMemory, type Memory, type MemoryGroup, type ShortMemory } from '../ports';
import { nameAuthors, nameParticipants, toSourceMessages } from '../window/source-messages';
import { draftSections, factsOfSession, OTHERS, sortIntoSections } from './compact-short';
import type { KeeperPorts } from './compact-window';
import { replaceSummary } from './replace-summary';
import { writeLong, writeShort } from './write-memory';

/** Facts that leave a memory in all its versions, and the breadcrumbs whose loss takes them, if that is why. */
export interface LostFacts {
  readonly isGone: (fact: Fact) => boolean;
  readonly sources?: readonly string[];
}

/** Memories that are replaced at most for one breadcrumb, repetitions after a conflict included. */
const MOST_ATTEMPTS = 1_000;

const isSameFact = (one: Fact, other: Fact): boolean => mergeFacts([one], [other]).length === 1;

/** The facts of one message, named as the session names its members, with days as the agent reckons them. */
async function extractFrom({ store, agents }: KeeperPorts, crumb: Envelope, agent: string): Promise<Fact[]> {
  const { workspace, session = '' } = crumb;
  const settings = await agents.settings(workspace, agent);
  const members = await store.members(workspace, session);
  const nameOf = nameAuthors(members, { agent: '' });
  const participants = nameParticipants(members, nameOf);
  return extractFacts(toSourceMessages([crumb], session, nameOf), { participants, timeZone: settings?.timeZone });
}

/** What the other sources of lost facts say of the same. */
async function extractAgain(
  ports: KeeperPorts,
  { workspace, context: { agent } }: Memory,
  gone: readonly Fact[],
  sources: readonly string[],
): Promise<Fact[]> {
  const ids = new Set(gone.flatMap((fact) => fact.sources.map(({ id }) => id)));
  const left = await ports.store.readPresent(
    workspace,
    [...ids].filter((id) => !sources.includes(id)),
  );
  const again: Fact[] = [];
  for (const crumb of left) again.push(...(await extractFrom(ports, crumb, agent)));
  // Other statements of those messages were not in the memory, so they are not added now.
  return again.filter((fact) => gone.some((one) => isSameFact(one, fact)));
}

async function leftOf(ports: KeeperPorts, memory: Memory, { isGone, sources }: LostFacts): Promise<Fact[]> {
  const { context } = memory;
  const gone = context.facts.filter(isGone);
  const left = withoutFacts(context.facts, isGone);
  return sources === undefined ? left : mergeFacts(left, await extractAgain(ports, memory, gone, sources));
}

const groupOf = ({ workspace, context, audience }: Memory): MemoryGroup => ({
  workspace,
  agent: context.agent,
  readers: audience,
});

async function replaceShort(ports: KeeperPorts, memory: ShortMemory, lost: LostFacts): Promise<Write[]> {
  const { shadow: _, revision = 0, usage: _usage, ...rest } = memory.context;
  const sections = (await ports.store.sections(groupOf(memory))).map(({ context }) => context);
  const moved = factsOfSession(sections, rest.session).filter((fact) => !lost.isGone(fact));
  const shadow = writeShadow(moved);
  const facts = await leftOf(ports, memory, lost);
  const context: MemoryShortV1 = { ...rest, facts, ...(shadow === '' ? {} : { shadow }), revision: revision + 1 };
  return [writeShort(null, context, memory.audience)];
}

/** The names of sections that say nothing of their facts. */
const UNTOLD: readonly string[] = [GENERAL_SECTION, OTHERS];

/** Whether the name of a section says nothing but what its facts say. */
const isNamedBy = (section: string, facts: readonly Fact[]): boolean =>
  UNTOLD.includes(section) ||
  facts.some(({ text, subject = '', about = '' }) =>
    `${text}\n${subject}\n${about}`.toLowerCase().includes(section.toLowerCase()),
  );

/** A section that keeps its name only if its facts still have it; else they go to others. */
async function replaceLong(ports: KeeperPorts, memory: LongMemory, lost: LostFacts): Promise<Write[]> {
  const { store } = ports;
  const { revision = 0, usage: _, ...rest } = memory.context;
  const facts = await leftOf(ports, memory, lost);
  if (facts.length === 0) return [];
  if (isNamedBy(rest.section, facts))
    return [writeLong(null, { ...rest, facts, revision: revision + 1 }, memory.audience)];
  const group = groupOf(memory);
  const others = (await store.sections(group)).filter(({ id }) => id !== memory.id);
  const sections = sortIntoSections(facts, others).map((section) => ({
    section: section.section,
    facts: limitFacts(appendToSection(section)),
    method: 'extracted' as const,
  }));
  return draftSections(ports, group, { sections, asked: [] }, others);
}

/** Erases a memory in all its versions and makes it again without some facts, in one commit. Null: somebody else has changed it. */
export async function replaceMemory(
  ports: KeeperPorts,
  memory: Memory,
  lost: LostFacts,
): Promise<readonly Ref[] | null> {
  const erase: Write = { op: 'erase', id: memory.id, if_match: memory.version };
  const again = isShort(memory) ? await replaceShort(ports, memory, lost) : await replaceLong(ports, memory, lost);
  crashPoint('keeper.before-replace');
  const made = await ports.store.commit(memory.workspace, [erase, ...again]);
  if (made === null) return null;
  ports.meter.rebuilt(1);
  return made.slice(1);
}

/** Breadcrumbs that are forgotten. */
export interface ForgottenCrumbs {
  readonly workspace: string;
  readonly ids: readonly string[];
  /** Whether summaries that people or agents wrote stay. Default: these are erased, too. */
  readonly keepsWritten?: boolean;
  /** The log is read at or after it. */
  readonly min_position?: number;
}

/** Those of the breadcrumbs on which something rests, with what that is. */
async function findResting(
  { store }: KeeperPorts,
  { workspace, min_position }: ForgottenCrumbs,
  ids: readonly string[],
): Promise<{ readonly pending: string[]; readonly memories: Memory[]; readonly summaries: Summary[] }> {
  const found = { pending: [] as string[], memories: [] as Memory[], summaries: [] as Summary[] };
  for (const id of ids) {
    const { memories, summaries } = await store.restingOn(workspace, id, min_position);
    if (memories.length + summaries.length > 0) found.pending.push(id);
    found.memories.push(...memories);
    found.summaries.push(...summaries);
  }
  return found;
}

/**
 * Erases every memory and summary of which any version rests on one of the breadcrumbs, and makes it again without them. Returns what was made.
 * Throws `unavailable`, which is transient, where others keep changing memories.
 */
export async function forgetCrumbs(ports: KeeperPorts, forgotten: ForgottenCrumbs): Promise<Ref[]> {
  const { ids, keepsWritten = false } = forgotten;
  const made: Ref[] = [];
  const isGone = (fact: Fact): boolean => ids.some((one) => restsOn(fact, one));
  let pending = ids;
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const resting = await findResting(ports, forgotten, pending);
    pending = resting.pending;
    const summaries = resting.summaries.filter(({ author }) => !keepsWritten || author.kind === 'service');
    for (const summary of new Map(summaries.map((one) => [one.id, one])).values())
      await replaceSummary(ports, summary, ids);
    // Sections first: a short-term memory tells of what has gone on to them.
    const memory = resting.memories.find((one) => !isShort(one)) ?? resting.memories[0];
    if (memory === undefined) return made;
    made.push(...((await replaceMemory(ports, memory, { isGone, sources: ids })) ?? []));
  }
  throw refuse(
    'unavailable',
    `Memories still rest on ${pending.join(', ')} after ${MOST_ATTEMPTS} replacements; the keeper tries again.`,
  );
}

/** Forgets those sources that are erased, or whose words have changed since they were read. */
export async function forgetStale(ports: KeeperPorts, workspace: string, sources: readonly Ref[]): Promise<void> {
  const ids = [...new Set(sources.map(({ id }) => id))];
  if (ids.length === 0) return;
  const present = await ports.store.readPresent(workspace, ids);
  const versions = new Map(present.map(({ id, version }) => [id, version]));
  const stale = sources.filter(({ id, version }) => versions.get(id) !== version).map(({ id }) => id);
  const left = await ports.store.findLeft(workspace, { ids });
  await forgetCrumbs(ports, { workspace, ids: [...new Set([...stale, ...left])] });
}
