import type { Agent } from '@crumbtrail/client';
import { unknownName } from '../require-names';
import type { Shell } from '../shell';

/** The definition of an agent by its name. Throws CliError where there is none, or none that this key can see. */
export async function findAgent(shell: Shell, wanted: string): Promise<Agent> {
  const agents = await shell.client().agents();
  const found = agents.find(({ agent }) => agent === wanted);
  if (found) return found;
  throw unknownName(
    'agent',
    wanted,
    agents.map(({ agent }) => agent),
  );
}
