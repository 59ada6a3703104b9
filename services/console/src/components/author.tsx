import type { CrumbAuthor, Envelope, Participant } from '@crumbtrail/contracts';
import { describeAudience } from '@crumbtrail/formatting';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { useClient, useIdentity } from '../api/client';
import { Badge } from './badge';

/** Shows who can read a breadcrumb, unless everyone can. */
export function AudienceBadge({ audience }: { readonly audience: Envelope['audience'] | undefined }): ReactNode {
  const told = describeAudience(audience);
  if (told === undefined) return null;
  const title =
    audience === 'agents' ? 'Visible to agents and operators, not to other people.' : 'Operators can also see this.';
  return (
    <Badge kind="warn" title={title}>
      {told}
    </Badge>
  );
}

/** The colour of a participant, 1 to 8, always the same for the same name. */
export function authorHue({ kind, id }: Participant): number {
  let sum = 0;
  for (const character of `${kind}:${id}`) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return (sum % 8) + 1;
}

/** The name in the definition of an agent; null for everybody else, and where the name says no more than the id. */
function useAgentName({ kind, id }: Participant): string | null {
  const client = useClient();
  const isAgent = kind === 'agent';
  const agents = useQuery({
    queryKey: ['agents'],
    queryFn: () => client.agents(),
    enabled: isAgent,
    staleTime: 60_000,
  });
  const name = isAgent ? agents.data?.find(({ agent }) => agent === id)?.name : undefined;
  return name === undefined || name.toLowerCase() === id.toLowerCase() ? null : name;
}

/** The names that the session on the page gives its members, by kind and id (`user:rita`); none on other pages. */
export const MemberNames = createContext<ReadonlyMap<string, string>>(new Map());

/** The name of an author: in the session on the page, else of an agent that in its definition, else the one it wrote under, else its id. */
export function useAuthorName(author: CrumbAuthor): string {
  const inSession = useContext(MemberNames).get(`${author.kind}:${author.id}`);
  const defined = useAgentName(author);
  return inSession ?? defined ?? author.name ?? author.id;
}

/** What is shown behind the name of an author: the kind unless it is a user, and the id of a user who wrote under a name. */
function authorNote({ kind, id }: Participant, name: string): string {
  if (kind !== 'user') return kind;
  return name === id ? '' : id;
}

/** The reader, as the author of what they wrote: `You`, and the name under which they wrote it, if it had one. */
function You({ author }: { readonly author: CrumbAuthor }): ReactNode {
  return (
    <span className={`author hue-${authorHue(author)}`} title={`${author.kind} ${author.id}`}>
      You{author.name !== undefined && <span className="soft"> {author.name}</span>}
    </span>
  );
}

/** The author of a message in a conversation: the reader is `You`. */
export function AuthorOrYou({ author }: { readonly author: CrumbAuthor }): ReactNode {
  const { kind, id } = useIdentity().participant;
  return author.kind === kind && author.id === id ? <You author={author} /> : <Author author={author} />;
}

/** The author of a breadcrumb by name. A name can be anything, so the id is there too: in the title, and of users behind the name. */
export function Author({ author }: { readonly author: CrumbAuthor }): ReactNode {
  const name = useAuthorName(author);
  const note = authorNote(author, name);
  return (
    <span className={`author hue-${authorHue(author)}`} title={`${author.kind} ${author.id}`}>
      {name}
      {note !== '' && <span className="soft"> {note}</span>}
    </span>
  );
}
