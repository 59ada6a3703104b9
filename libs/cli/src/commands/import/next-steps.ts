import type { Participant } from '@crumbtrail/contracts';
import { participantName } from '@crumbtrail/contracts/participant-name';

/** The first conversation of an import, and who may read it. */
interface ImportedSession {
  readonly session: string;
  readonly person: Participant;
  /** Whether the key of the import is the person's. */
  readonly isOwn: boolean;
  /** The id of an agent that spoke in it. */
  readonly agent: string;
  /** Whether everybody may read it. */
  readonly shared: boolean;
}

/** Who may read what was imported, and the commands that ask about it and open it. */
export function nextStepLines({ session, person, isOwn, agent, shared }: ImportedSession): string[] {
  const open = `  crumb open session ${session}`;
  if (shared)
    return [
      '',
      'Everybody in the workspace may read it. Ask about it, or open it:',
      `  crumb send -s ${session} "…"`,
      open,
    ];
  const who = participantName(person);
  const may = `Only ${who} and the agents of each conversation may read it.`;
  if (isOwn)
    return [
      '',
      `${may} Ask only the agent, so that nobody else reads the answer:`,
      `  crumb send -s ${session} --to agent:${agent} "…"`,
      open,
    ];
  return [
    '',
    `${may} Ask with a key of ${who}, and only the agent, so that nobody else reads the answer:`,
    `  crumb keys create --for ${who}`,
    `  crumb send -s ${session} --key <key> --to agent:${agent} "…"`,
    open,
  ];
}
