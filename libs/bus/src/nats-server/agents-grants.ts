import { inboxPrefix } from '../protocol/subjects';
import type { Grants } from './grants';

/** The NATS user as whom Crumbtrail meets other agents, where both use one server. */
export const AGENTS_USER = 'crumbtrail-agents';

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

/** The inboxes of Crumbtrail's own connection, for answers to its questions. */
const OWN_INBOX = `${inboxPrefix(AGENTS_USER)}.>`;

const ownSubjects = (verb: string): string => `agents.${verb}.${AGENT_PROGRAM}.>`;

/**
 * What the two users of agents may do on the server that the services use too: nothing with the subjects of the services, the log or JetStream.
 * Answers go to inboxes only, and not wherever a prompt wants its answer: else a caller could make Crumbtrail publish to any subject.
 */
export const agentsGrants: Readonly<Record<typeof AGENTS_USER | typeof GUESTS_USER, Grants>> = {
  [AGENTS_USER]: {
    publish: ['agents.prompt.>', 'agents.status.>', ownSubjects('hb'), INBOXES, OWN_INBOX, ...DISCOVERY],
    subscribe: [ownSubjects('prompt'), ownSubjects('status'), 'agents.hb.>', OWN_INBOX, ...DISCOVERY],
  },
  [GUESTS_USER]: {
    publish: ['agents.>', INBOXES, OWN_INBOX, ...DISCOVERY],
    subscribe: ['agents.>', INBOXES, ...DISCOVERY],
    denied: { publish: [ownSubjects('hb')], subscribe: [ownSubjects('prompt'), ownSubjects('status')] },
  },
};
