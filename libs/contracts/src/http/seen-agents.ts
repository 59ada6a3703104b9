import { z } from 'zod';
import { defineRoute } from './define-route';
import { integer, list, time } from './fields';

const seenAgent = z.object({
  agent: z.string().describe('The program that runs it, such as `claude-code`; `crumbtrail` for agents of Crumbtrail.'),
  owner: z.string().describe('The operator, or the workspace.'),
  name: z.string(),
  session: z.string().optional(),
  instance_id: z.string(),
  version: z.string().describe('Of the program.'),
  protocol_version: z.string(),
  is_compatible: z.boolean().describe('Whether it speaks the same version of the protocol.'),
  subject: z.string().describe('Where it takes prompts.'),
  min_sender_trust: z.string().describe('`signed`: it answers only signed prompts.'),
  is_online: z.boolean().describe('It answered now, or its last heartbeat is younger than three of its intervals.'),
  last_heartbeat_at: time.optional().describe('Absent: the gateway has not heard one yet.'),
});

const seenAgents = z
  .object({
    agents: list(seenAgent),
    unreadable: integer.describe('Answers that do not follow the protocol.'),
  })
  .meta({ id: 'SeenAgents' });

/** Agents that were seen on NATS. What they say of themselves is not verified. */
export type SeenAgentsReply = Readonly<z.output<typeof seenAgents>>;

export const DiscoverAgents = defineRoute({
  name: 'discoverAgents',
  method: 'GET',
  path: '/v1/agents/seen',
  tag: 'for operators',
  summary:
    'List the agents that are online on the NATS server of AGENTS_NATS_URL; what they say of themselves is not verified',
  role: 'operator',
  replies: { 200: seenAgents },
});
