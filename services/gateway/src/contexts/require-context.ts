import { AgentContext, type AgentContextV1, type Envelope, refuse } from '@crumbtrail/contracts';

/** The breadcrumb as a context; `not_found` where it is none. */
export function requireContext(crumb: Envelope): Envelope<AgentContextV1> {
  if (crumb.schema_name === AgentContext.name) return crumb as Envelope as Envelope<AgentContextV1>;
  throw refuse('not_found', `${crumb.id} is not a context; its schema is ${crumb.schema_name}.`);
}
