import { inboxPrefix } from '../protocol/subjects';
import type { Grants } from './grants';

/** The NATS user as whom Crumbtrail meets other agents, where both use one server. */
export const AGENTS_USER = 'crumbtrail-agents';

/** The NATS user as whom it prompts them there. */
export const PROMPTS_USER = 'crumbtrail-prompts';

/** The NATS user of everybody else there: callers, and hosts of other agents. */
export const GUESTS_USER = 'agents';

/** The program in the subjects of Crumbtrail's agents. */
export const AGENT_PROGRAM = 'crumbtrail';

const DISCOVERY = ['PING', 'INFO', 'STATS'].flatMap((verb) => [
  `$SRV.${verb}`,
  `$SRV.${verb}.agents`,
  `$SRV.${verb}.agents.*`,
]);

/** The inboxes of other programs. Those of Crumbtrail's services have prefixes of their own. */
const INBOXES = '_INBOX.>';

/** The inboxes of Crumbtrail's own connections, for answers to its questions and its prompts. */
const OWN_INBOX = `${inboxPrefix(AGENTS_USER)}.>`;
const PROMPTS_INBOX = `${inboxPrefix(PROMPTS_USER)}.>`;

const ownSubjects = (verb: string): string => `agents.${verb}.${AGENT_PROGRAM}.>`;

type AgentsUser = typeof AGENTS_USER | typeof PROMPTS_USER | typeof GUESTS_USER;

/**
 * What the users of agents may do on the server that the services use too: nothing with the subjects of the services, the log or JetStream.
 * Answers go to inboxes only, and not wherever a prompt wants its answer: else a caller could make Crumbtrail publish to any subject.
 */
export const agentsGrants: Readonly<Record<AgentsUser, Grants>> = {
  [AGENTS_USER]: {
    // Prompts of Crumbtrail itself are answered in its own inboxes.
    publish: [ownSubjects('hb'), INBOXES, OWN_INBOX, PROMPTS_INBOX, ...DISCOVERY],
    subscribe: [ownSubjects('prompt'), ownSubjects('status'), 'agents.hb.>', OWN_INBOX, ...DISCOVERY],
  },
  [PROMPTS_USER]: {
    publish: ['agents.prompt.>', 'agents.status.>', INBOXES, OWN_INBOX, PROMPTS_INBOX, '$SRV.INFO.agents'],
    subscribe: [PROMPTS_INBOX],
  },
  [GUESTS_USER]: {
    publish: ['agents.>', INBOXES, OWN_INBOX, PROMPTS_INBOX, ...DISCOVERY],
    subscribe: ['agents.>', INBOXES, ...DISCOVERY],
    denied: { publish: [ownSubjects('hb')], subscribe: [ownSubjects('prompt'), ownSubjects('status')] },
  },
};
