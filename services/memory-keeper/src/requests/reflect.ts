import type { MemoryChangeReply, ReflectRequest } from '@crumbtrail/contracts';
import type { Fact } from '@crumbtrail/memory';
import { draftSections, rewriteSections } from '../keep/compact-short';
import type { KeeperPorts } from '../keep/compact-window';
import { writeShort } from '../keep/write-memory';
import { sumUsage } from '../manager/ask';
import { type ChangedSection } from '../facts/changed-section';
import type { LongMemory, ShortMemory } from '../ports';
import { openSession } from './known-memories';
import { untilCommitted } from './until-committed';

/** How the short-term memory is named among the sections of a rewrite. No section of a long-term memory has this name. */
export const SHORT_SECTION = '(short-term memory)';
/** Most facts that one question is about: the sections changed last come first. */
const MOST_FACTS = 256;

/** The number of facts that were added, reworded or removed. */
export function countChanges(before: readonly Fact[], after: readonly Fact[]): number {
  const texts = new Map(before.map(({ id, text }) => [id, text]));
  const changed = after.filter(({ id, text }) => texts.get(id) !== text).length;
  const names = new Set(after.map(({ id }) => id));
  return changed + before.filter(({ id }) => !names.has(id)).length;
}

function takeSections(short: ShortMemory | null, sections: readonly LongMemory[]): ChangedSection[] {
  let room = MOST_FACTS - (short?.context.facts.length ?? 0);
  const newest = sections.toSorted((a, b) => b.position - a.position);
  const taken = newest.filter(({ context }) => {
    room -= context.facts.length;
    return room >= 0;
  });
  const all = taken.map(({ context }) => ({ section: context.section, facts: context.facts, incoming: [] }));
  return short === null ? all : [{ section: SHORT_SECTION, facts: short.context.facts, incoming: [] }, ...all];
}

/** Lets the model write again what an agent remembers for the readers of its answer, in one question; without a model, facts are merged. */
export async function reflect(
  ports: KeeperPorts,
  workspace: string,
  request: ReflectRequest,
): Promise<MemoryChangeReply> {
  const work = await openSession(ports, workspace, request);
  const { group } = work;
  return untilCommitted(async () => {
    const [short, known] = await Promise.all([ports.store.short(group), ports.store.sections(group)]);
    const sections = takeSections(short, known);
    if (sections.length === 0) return { memories: [], changed: 0, method: 'extracted', model_calls: [] };
    const rewrite = await rewriteSections(ports, work, sections, 'reflection');
    const own = rewrite.sections.find(({ section }) => section === SHORT_SECTION);
    const others = { ...rewrite, sections: rewrite.sections.filter((one) => one !== own) };
    const usage = sumUsage(rewrite.asked);
    const writes = await draftSections(ports, group, others, known);
    if (short !== null && own !== undefined) {
      const { usage: _, ...context } = short.context;
      const next = { ...context, facts: own.facts, method: own.method, ...(usage ? { usage } : {}) };
      writes.unshift(writeShort(short, next, group.readers));
    }
    const memories = await ports.store.commit(workspace, writes);
    if (memories === null) return null;
    const changed = sections.reduce(
      (sum, { section, facts }) =>
        sum + countChanges(facts, rewrite.sections.find((one) => one.section === section)?.facts ?? []),
      0,
    );
    const isWritten = rewrite.sections.some(({ method }) => method === 'written');
    return {
      memories,
      changed,
      method: isWritten ? 'written' : 'extracted',
      model_calls: rewrite.asked.flatMap(({ model_calls }) => model_calls),
    };
  });
}
