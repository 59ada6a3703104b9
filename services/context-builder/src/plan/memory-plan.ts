import type { AgentDefV1, Config, Source, SourcePlan } from '@crumbtrail/contracts';

/** `memory` of an agent's definition. */
export type MemorySettings = NonNullable<AgentDefV1['memory']>;

/** Messages in the window where `memory.window` is not set. */
const DEFAULT_MEMORY_WINDOW = 10;

/** Whose memories a source finds, and where: those of other sessions are searched in the whole workspace. */
export function memoryScope(
  { scope }: Source,
  memory: MemorySettings | undefined,
): Pick<SourcePlan, 'memories' | 'scope'> {
  const memories = scope ?? memory?.scope ?? 'agent';
  return { memories, scope: memories === 'session' ? 'session' : 'workspace' };
}

/** Adds the memory of an agent that has one, unless the configuration names it. */
export function withMemory(sources: readonly Source[], memory: MemorySettings | undefined): readonly Source[] {
  const isNamed = sources.some(({ type }) => type === 'memory');
  return memory === undefined || isNamed ? sources : [...sources, { type: 'memory' }];
}

/** The most messages of the window that `recent` offers: twice its limit and 8, because messages stay there until the keeper has taken them. */
export const windowOf = ({ window = DEFAULT_MEMORY_WINDOW }: MemorySettings): number => Math.min(500, 2 * window + 8);

/** Raises the limit of `recent` to the whole window, unless the configuration sets a limit. */
export function withWholeWindow(sources: readonly Source[], memory: MemorySettings | undefined): readonly Source[] {
  if (memory === undefined) return sources;
  return sources.map((source) => (source.type === 'recent' ? { limit: windowOf(memory), ...source } : source));
}

/** `memory.max_tokens` of a definition as a limit of the section `memory`. */
export const memorySection = (memory: MemorySettings | undefined): Config | undefined =>
  memory?.max_tokens === undefined ? undefined : { sections: [{ name: 'memory', max_tokens: memory.max_tokens }] };
