import { z } from 'zod';
import type { AgentDefV1 } from '../generated/types';
import { BREADCRUMB_STORE, GATEWAY } from '../service-names';
import { defineOperation, replyOf } from './define-operation';
import { name } from './request-fields';

/** What is told of the definition of a published agent: not its prompt, which is for those who may read the definition. */
export type AgentPublication = Pick<AgentDefV1, 'agent' | 'name' | 'publish' | 'subscriptions' | 'output_schema'>;

/** An agent that its operator has published. */
export interface PublishedAgent {
  readonly workspace: string;
  readonly definition: AgentPublication;
}

/** Lists the published agents of all workspaces of this store, of one of them, or one agent. */
export const ListPublishedAgents = defineOperation({
  name: 'store.list-published-agents',
  service: BREADCRUMB_STORE,
  callers: [GATEWAY],
  role: null,
  request: z.object({ only: z.strictObject({ workspace: name, agent: name.optional() }).optional() }),
  reply: replyOf<{ readonly agents: readonly PublishedAgent[] }>(),
});
