import { AgentResponse, AgentTurn, asPayload } from '@crumbtrail/contracts';
import { CliError } from '../cli-error';
import type { Shell } from '../shell';

/** Help text of an argument that names an answer. */
export const ANSWER_ID_HELP = 'ID of the answer, or of any breadcrumb of its trail';

const ANSWERED: readonly string[] = [AgentResponse.name, AgentTurn.name];

/**
 * The id itself if it is an answer or a turn, otherwise that of the last answer of its trail, with a note where there are others. Throws
 * CliError when there is none.
 */
export async function resolveAnswerId(shell: Shell, id: string): Promise<string> {
  const { nodes } = await shell.client().trail(id);
  const own = nodes.find((node) => node.id === id);
  if (own && ANSWERED.includes(own.schema_name)) return id;
  const answers = nodes.filter(({ schema_name }) => schema_name === AgentResponse.name).map((node) => node.id);
  const last = answers.pop();
  if (last === undefined) throw new CliError(`No answer of an agent in the trail of ${id}, or this key can't view it.`);
  if (answers.length > 0)
    shell.printNote(`This is the last answer of the trail; the others are ${answers.join(', ')}.`);
  return last;
}

/** The turn of an answer, or of the last answer of a trail; or the id itself if it is that of a turn. */
export async function resolveTurnId(shell: Shell, given: string): Promise<string> {
  const id = await resolveAnswerId(shell, given);
  const { schema_name, context } = await shell.client().get(id);
  if (schema_name === AgentTurn.name) return id;
  const { turn } = asPayload(AgentResponse.name, context);
  if (turn) return turn.id;
  throw new CliError(`The answer ${id} was imported: it belongs to no turn that could run again.`, 2);
}
