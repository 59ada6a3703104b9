import type { MemoryChangeReply, MemoryShortV1, SwitchMemoryContextRequest } from '@crumbtrail/contracts';
import { writeShadow, type Fact } from '@crumbtrail/memory';
import { appendToSection, applyRewrite } from '../facts/apply-rewrite';
import { limitFacts } from '../facts/limit-facts';
import { rankFacts } from '../facts/rank-facts';
import { draftSections, factsOfSession, sortIntoSections } from '../keep/compact-short';
import { draftShort, type KeeperPorts } from '../keep/compact-window';
import { writeShort } from '../keep/write-memory';
import { askManager, sumUsage } from '../manager/ask';
import { isOpen } from '../facts/changed-section';
import { rewriteMemory } from '../manager/rewrite-memory';
import type { LongMemory } from '../ports';
import { openSession } from './known-memories';
import { countChanges, SHORT_SECTION } from './reflect';
import { untilCommitted } from './until-committed';

/** Most facts of the long-term memory that may come into the short-term memory. */
const MOST_OFFERED = 32;

/** The facts of the long-term memory that match a task, best first. */
function offerFacts(sections: readonly LongMemory[], task: string): Fact[] {
  const facts = sections.flatMap(({ context }) => context.facts).filter(isOpen);
  return rankFacts(facts, task)
    .filter(({ score }) => score > 0)
    .slice(0, MOST_OFFERED)
    .map(({ fact }) => fact);
}

/** Without a model: what the task is about. */
const chooseFacts = (facts: readonly Fact[], task: string, most: number): Fact[] =>
  rankFacts(facts.filter(isOpen), task)
    .filter(({ score }) => score > 0)
    .slice(0, most)
    .map(({ fact }) => fact);

/** The sections with what leaves the short-term memory, and the line about all that has left it. */
function moveOthers(before: MemoryShortV1, facts: readonly Fact[], known: readonly LongMemory[]) {
  const stays = new Set(facts.map(({ id }) => id));
  const leaving = before.facts.filter(({ id }) => !stays.has(id));
  const moved = sortIntoSections(leaving, known).map((one) => ({
    section: one.section,
    facts: limitFacts(appendToSection(one)),
    method: 'extracted' as const,
  }));
  const untouched = known.filter(({ context }) => !moved.some((one) => one.section === context.section));
  const gone = factsOfSession([...moved, ...untouched.map(({ context }) => context)], before.session);
  return { moved, shadow: writeShadow(gone.filter(({ id }) => !stays.has(id))) };
}

/**
 * Makes the short-term memory again for another task, from itself and the long-term memory: one question, and a new version. What leaves it goes
 * into the long-term memory in the same commit.
 */
export async function switchContext(
  ports: KeeperPorts,
  workspace: string,
  request: SwitchMemoryContextRequest,
): Promise<MemoryChangeReply> {
  const { group, settings } = await openSession(ports, workspace, request);
  const { task } = request;
  return untilCommitted(async () => {
    const [stored, known] = await Promise.all([ports.store.short(group), ports.store.sections(group)]);
    const before = await draftShort(ports, { group }, stored);
    const names = new Set(before.facts.map(({ id }) => id));
    const incoming = offerFacts(known, task).filter(({ id }) => !names.has(id));
    const section = { section: SHORT_SECTION, facts: before.facts, incoming };
    if (section.facts.length + incoming.length === 0)
      return { memories: [], changed: 0, method: 'extracted', model_calls: [] };
    const asked = await askManager(
      { model: ports.model, workspace, settings },
      rewriteMemory([section], settings, { task }),
    );
    ports.meter.failed(asked.failures);
    const written = asked.value?.get(SHORT_SECTION)?.slice(0, settings.short.limit);
    const chosen = written ?? chooseFacts([...before.facts, ...incoming], task, settings.short.limit);
    const facts = applyRewrite({ ...section, incoming: [] }, chosen);
    const { moved, shadow } = moveOthers(before, facts, known);
    const usage = sumUsage([asked]);
    const method = written === undefined ? 'extracted' : 'written';
    const { shadow: _, ...rest } = before;
    const next = { ...rest, facts, method, ...(shadow === '' ? {} : { shadow }), ...(usage ? { usage } : {}) } as const;
    const writes = await draftSections(ports, group, { sections: moved, asked: [] }, known);
    const memories = await ports.store.commit(workspace, [writeShort(stored, next, group.readers), ...writes]);
    return memories && { memories, changed: countChanges(before.facts, facts), method, model_calls: asked.model_calls };
  });
}
