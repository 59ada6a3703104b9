import { fingerprintAudience, type MemoryLongV1, type MemoryShortV1, type Write } from '@crumbtrail/contracts';
import { chooseSection, writeShadow, type Fact } from '@crumbtrail/memory';
import { crashPoint } from '@crumbtrail/platform';
import { appendToSection, applyRewrite, shrinks } from '../facts/apply-rewrite';
import { limitFacts } from '../facts/limit-facts';
import { askManager, sumUsage, type ManagerAnswer, type MemoryUsage } from '../manager/ask';
import { type ChangedSection } from '../facts/changed-section';
import { confirmRewrite, rewriteMemory, type RewriteReason } from '../manager/rewrite-memory';
import type { LongMemory, MemoryGroup, ShortMemory } from '../ports';
import type { TierLimits } from '../settings';
import { takeLeaving } from '../window/take-leaving';
import type { FencedWork, KeeperPorts, KeeperWork } from './compact-window';
import { requireCommitted, writeLong, writeShort } from './write-memory';

/** Most sections of a group; what belongs to none of them goes into the last one. */
const MOST_SECTIONS = 32;
export const OTHERS = 'others';

/** The facts that leave a short-term memory, and those that stay. Pinned facts always stay. */
export function splitFacts(
  facts: readonly Fact[],
  limits: TierLimits,
): { readonly leaving: Fact[]; readonly staying: Fact[] } {
  const count = takeLeaving(facts, limits).length;
  const leaving = facts.filter(({ pinned }) => pinned !== true).slice(0, count);
  return { leaving, staying: facts.filter((fact) => !leaving.includes(fact)) };
}

/** Sorts facts into the sections of a long-term memory. */
export function sortIntoSections(facts: readonly Fact[], sections: readonly LongMemory[]): ChangedSection[] {
  const known = new Map(sections.map(({ context }) => [context.section, { ...context, incoming: [] as Fact[] }]));
  const changed = new Map<string, ChangedSection & { readonly incoming: Fact[] }>();
  for (const fact of facts) {
    const all = new Map<string, ChangedSection>([...known, ...changed]);
    const chosen = chooseSection(fact, [...all.values()]);
    const section = all.has(chosen) || all.size < MOST_SECTIONS ? chosen : OTHERS;
    const one = changed.get(section) ?? { section, facts: known.get(section)?.facts ?? [], incoming: [] };
    one.incoming.push(fact);
    changed.set(section, one);
  }
  return [...changed.values()];
}

/** A section as it is from now on. */
export interface RewrittenSection {
  readonly section: string;
  readonly facts: Fact[];
  readonly method: 'extracted' | 'written';
}

/** What a rewrite made of sections, and what it took. */
export interface Rewrite {
  readonly sections: readonly RewrittenSection[];
  readonly asked: readonly ManagerAnswer<unknown>[];
}

type RewriteWork = Pick<KeeperWork, 'settings'> & { readonly group: MemoryGroup };

/** Whether a rewrite is taken: one that loses more than half of its section needs a second answer that confirms it. */
async function confirmShrink(
  { model, meter }: KeeperPorts,
  { settings, group }: RewriteWork,
  section: ChangedSection,
  written: readonly Fact[],
): Promise<{ readonly isAccepted: boolean; readonly asked: readonly ManagerAnswer<unknown>[] }> {
  if (!shrinks(section, written)) return { isAccepted: true, asked: [] };
  const asking = { model, workspace: group.workspace, settings };
  const asked = await askManager(asking, confirmRewrite(section, written, settings));
  meter.failed(asked.failures);
  if (asked.value !== true) meter.refusedRewrite();
  return { isAccepted: asked.value === true, asked: [asked] };
}

/** Lets the model write sections again; without an answer, merges the new facts into them. */
export async function rewriteSections(
  ports: KeeperPorts,
  work: RewriteWork,
  sections: readonly ChangedSection[],
  reason: RewriteReason,
): Promise<Rewrite> {
  const { settings, group } = work;
  const asking = { model: ports.model, workspace: group.workspace, settings };
  const asked = await askManager(asking, rewriteMemory(sections, settings, reason));
  ports.meter.failed(asked.failures);
  const all: ManagerAnswer<unknown>[] = [asked];
  const rewritten: RewrittenSection[] = [];
  for (const section of sections) {
    const written = asked.value?.get(section.section);
    const answer = written && (await confirmShrink(ports, work, section, written));
    all.push(...(answer?.asked ?? []));
    rewritten.push(
      written && answer?.isAccepted
        ? { section: section.section, facts: limitFacts(applyRewrite(section, written)), method: 'written' }
        : { section: section.section, facts: limitFacts(appendToSection(section)), method: 'extracted' },
    );
  }
  return { sections: rewritten, asked: all };
}

/** The write of a section that was written again. */
async function draftSection(
  { store }: KeeperPorts,
  group: MemoryGroup,
  { section, facts, method }: RewrittenSection,
  { stored, usage }: { readonly stored: LongMemory | undefined; readonly usage: MemoryUsage | undefined },
): Promise<Write> {
  const key = { agent: group.agent, section, readers: fingerprintAudience(group.readers) };
  const revision =
    stored?.context.revision ?? (stored ? 0 : await store.freeRevision(group.workspace, 'memory_long', key));
  const context: MemoryLongV1 = {
    ...key,
    facts,
    method,
    ...(revision > 0 ? { revision } : {}),
    ...(usage === undefined ? {} : { usage }),
  };
  return writeLong(stored ?? null, context, group.readers);
}

/** The writes of sections. The usage of all model calls of the rewrite is recorded in the first one. */
export async function draftSections(
  ports: KeeperPorts,
  group: MemoryGroup,
  { sections, asked }: Rewrite,
  stored: readonly LongMemory[],
): Promise<Write[]> {
  const usage = sumUsage(asked);
  const find = (name: string): LongMemory | undefined => stored.find(({ context }) => context.section === name);
  return Promise.all(
    sections.map((one, at) =>
      draftSection(ports, group, one, { stored: find(one.section), usage: at === 0 ? usage : undefined }),
    ),
  );
}

/** A short-term memory without the facts that have left it, and one line about all that have left it so far. */
function withoutLeaving({ context }: ShortMemory, staying: readonly Fact[], gone: readonly Fact[]): MemoryShortV1 {
  const { usage: _, shadow: _before, ...rest } = context;
  const shadow = writeShadow(gone);
  return { ...rest, facts: [...staying], ...(shadow === '' ? {} : { shadow }) };
}

/** The facts of a session that a long-term memory holds. */
export const factsOfSession = (sections: readonly { readonly facts: readonly Fact[] }[], session: string): Fact[] =>
  sections.flatMap(({ facts }) => facts.filter((fact) => fact.session === session && fact.superseded_by === undefined));

/**
 * Moves the oldest facts of a full short-term memory into the sections of the long-term memory, in one commit. False where nothing leaves. Throws
 * `unavailable` where another change was committed first.
 */
export async function compactShort(ports: KeeperPorts, { group, settings, fence }: FencedWork): Promise<boolean> {
  const stored = await ports.store.short(group);
  if (stored === null) return false;
  const { leaving, staying } = splitFacts(stored.context.facts, settings.short);
  if (leaving.length === 0) return false;
  const known = await ports.store.sections(group);
  crashPoint('keeper.before-rewrite');
  const rewrite = await rewriteSections(ports, { settings, group }, sortIntoSections(leaving, known), 'overflow');
  const writes = await draftSections(ports, group, rewrite, known);
  const untouched = known.filter(({ context }) => !rewrite.sections.some(({ section }) => section === context.section));
  const gone = factsOfSession([...rewrite.sections, ...untouched.map(({ context }) => context)], group.session);
  const next = withoutLeaving(stored, staying, gone);
  crashPoint('keeper.after-rewrite');
  const all = [writeShort(stored, next, group.readers), ...writes];
  requireCommitted(await ports.store.commit(group.workspace, all, fence));
  crashPoint('keeper.after-move');
  for (const { method } of rewrite.sections) ports.meter.wrote('long', method);
  return true;
}
