import type { AgentDefV1, Config, Source, SourcePlan } from '@crumbtrail/contracts';

/** The memory of an agent, as its definition has it. */
export type MemorySettings = NonNullable<AgentDefV1['memory']>;

/** Messages of the window of an agent whose memory does not say. */
const DEFAULT_MEMORY_WINDOW = 10;

/** Whose memories a source finds. Those of other sessions are found in the whole workspace. */
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

/** How many messages the window of an agent with a memory holds: those that the keeper has not taken yet, and some more while it works. */
export const windowOf = ({ window = DEFAULT_MEMORY_WINDOW }: MemorySettings): number => Math.min(500, 2 * window + 8);

/** Everything that has not left the window is in it, unless the configuration has a limit of its own. */
export function withWholeWindow(sources: readonly Source[], memory: MemorySettings | undefined): readonly Source[] {
  if (memory === undefined) return sources;
  return sources.map((source) => (source.type === 'recent' ? { limit: windowOf(memory), ...source } : source));
}

/** The limit of a definition for its memories. */
export const memorySection = (memory: MemorySettings | undefined): Config | undefined =>
  memory?.max_tokens === undefined ? undefined : { sections: [{ name: 'memory', max_tokens: memory.max_tokens }] };
