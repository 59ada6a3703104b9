import type { AgentDef, Crumb } from '@crumbtrail/contracts';

/** An agent's definition as a crumb. */
export type AgentDefinition = Crumb<typeof AgentDef>;
