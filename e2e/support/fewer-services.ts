import type { StackSettings } from '@crumbtrail/testing';

type Services = NonNullable<StackSettings['services']>;

/** For specs that remember nothing: one process fewer to start. */
export const WITHOUT_MEMORY: Services = { 'memory-keeper': false };

/** For specs that remember nothing, and whose agents call no tool. */
export const WITHOUT_TOOLS: Services = { ...WITHOUT_MEMORY, 'tool-runner': false };
