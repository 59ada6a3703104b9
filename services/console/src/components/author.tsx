import type { CrumbAuthor, Envelope, Participant } from '@crumbtrail/contracts';
import { describeAudience } from '@crumbtrail/formatting';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { useClient, useIdentity } from '../api/client';
import { Badge } from './badge';
import { PeopleNames } from './people-names';

/** A function that gives the name of a participant, such as `user:rita`: in the session on the page, else of a person as sessions agree on it, else as given. */
export function useParticipantName(): (participant: string) => string {
  const inSession = useContext(MemberNames);
  const people = useContext(PeopleNames);
  return (participant) => inSession.get(participant) ?? people.get(participant) ?? participant;
}

/** Shows who can read a breadcrumb, unless everyone can. */
export function AudienceBadge({ audience }: { readonly audience: Envelope['audience'] | undefined }): ReactNode {
  const nameOf = useParticipantName();
  if (audience === undefined || audience === 'all') return null;
  const isNamed = typeof audience !== 'string';
  const readers = describeAudience(isNamed ? audience.map(nameOf) : audience);
  const title = isNamed
    ? `${audience.join(', ')}. Operators can also see this.`
    : 'Visible to agents and operators, not to other people.';
  return (
    <Badge kind="warn" title={title}>
      {readers}
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

/** The name of an author: in the session on the page, else of an agent that in its definition, else the one it wrote under, else of a person that in other sessions, else its id. */
export function useAuthorName(author: CrumbAuthor): string {
  const participant = `${author.kind}:${author.id}`;
  const inSession = useContext(MemberNames).get(participant);
  const inOthers = useContext(PeopleNames).get(participant);
  const defined = useAgentName(author);
  return inSession ?? defined ?? author.name ?? inOthers ?? author.id;
}

/** What is shown behind the name of an author: the kind unless it is a user or the name says it, and the id of a user who wrote under a name. */
function authorNote({ kind, id }: Participant, name: string): string {
  if (kind !== 'user') return name === kind ? '' : kind;
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

/** The name of an author alone, in a sentence. The kind and the id are in its title. */
export function AuthorLabel({ author }: { readonly author: CrumbAuthor }): ReactNode {
  return (
    <bdi className="author-name" title={`${author.kind} ${author.id}`}>
      {useAuthorName(author)}
    </bdi>
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
