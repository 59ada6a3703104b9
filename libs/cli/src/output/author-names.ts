import { isApiError, UnreachableError } from '@crumbtrail/client';
import type { CrumbAuthor } from '@crumbtrail/contracts';
import type { Shell } from '../shell';
import { toOneLine } from '../terminal';

/** The name of an author on one line: of an agent that in its definition, else the one it wrote under, else its id. */
export type AuthorName = (author: CrumbAuthor) => string;

const saysMore = (name: string, id: string): boolean => name.toLowerCase() !== id.toLowerCase();

/** Names of authors without the definitions of agents. */
export const writtenName: AuthorName = ({ name, id }) =>
  toOneLine(name !== undefined && saysMore(name, id) ? name : id);

/** Reads the names in the definitions of agents; where this key may not, a note says so and agents have their ids. Output as JSON needs none. */
export async function loadAuthorNames(shell: Shell): Promise<AuthorName> {
  if (shell.printsData) return writtenName;
  const agents = await shell
    .client()
    .agents()
    .catch((error: unknown) => {
      if (shell.interrupted.aborted) return [];
      if (error instanceof UnreachableError || isApiError(error, 401)) throw error;
      shell.printNote(`Agents are shown by their ids: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    });
  const names = new Map(agents.map(({ agent, name }) => [agent, name]));
  return ({ kind, id, name }) =>
    writtenName({ kind, id, name: (kind === 'agent' ? names.get(id) : undefined) ?? name });
}

/** Kind, name and id: `user rita`, or `user Rita Ray (rita)`. The id is always shown, because a name can be anything. */
export function authorLabel(author: CrumbAuthor, nameOf: AuthorName): string {
  const name = nameOf(author);
  return saysMore(name, author.id) ? `${author.kind} ${name} (${author.id})` : `${author.kind} ${author.id}`;
}
