import type { CrumbAuthor, Envelope } from '@crumbtrail/contracts';
import { defuse, render } from '@crumbtrail/hints';
import type { MessageAuthor, SourceMessage } from '@crumbtrail/memory';
import type { WindowMembers } from '../ports';
import type { KeeperSettings } from '../settings';

/** Names authors as the contexts of the agent do: by the session, else by its own definition, else as they call themselves. */
export function nameAuthors(members: WindowMembers, { agent, name }: Pick<KeeperSettings, 'agent' | 'name'>) {
  return ({ kind, id, name: own }: CrumbAuthor): string | undefined => {
    const member = members.find((one) => one.kind === kind && one.id === id && one.name !== undefined);
    return member?.name ?? (kind === 'agent' && id === agent ? name : undefined) ?? own;
  };
}

/** Participants with the names by which they are known. */
export const nameParticipants = (
  participants: readonly CrumbAuthor[],
  nameOf: ReturnType<typeof nameAuthors>,
): MessageAuthor[] => participants.map((one) => ({ kind: one.kind, id: one.id, name: nameOf(one) }));

/** Messages as text with their place and author; those without a text are left out. */
export function toSourceMessages(
  crumbs: readonly Envelope[],
  session: string,
  nameOf: ReturnType<typeof nameAuthors>,
): SourceMessage[] {
  return crumbs.flatMap((crumb) => {
    const { id, version, position, author, occurred_at } = crumb;
    const text = defuse(render(crumb as Envelope & { llm_hints?: never }).text ?? '');
    if (text.trim() === '') return [];
    const name = nameOf(author);
    const { kind, id: authorId } = author;
    return [
      {
        id,
        version,
        position,
        author: { kind, id: authorId, ...(name === undefined ? {} : { name }) },
        text,
        at: occurred_at,
        session,
      },
    ];
  });
}
