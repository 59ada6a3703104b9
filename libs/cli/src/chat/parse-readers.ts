import { CliError } from '../cli-error';

/** Participants such as `agent:assistant`, each of whom may read a message; undefined without any: everybody may. Throws CliError. */
export function parseReaders(participants: readonly string[]): readonly string[] | undefined {
  for (const one of participants)
    if (!/^(user|agent|operator):[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(one))
      throw new CliError(`Invalid participant "${one}". Example: agent:assistant or user:rita.`, 2);
  return participants.length === 0 ? undefined : participants;
}
