import type { Envelope, Participant } from '@crumbtrail/contracts';
import type { ReactNode } from 'react';
import { Badge } from './badge';

/** Shows who can read a breadcrumb, unless everyone can. */
export function AudienceBadge({ audience }: { readonly audience: Envelope['audience'] | undefined }): ReactNode {
  if (audience === undefined || audience === 'all') return null;
  if (audience === 'agents')
    return (
      <Badge kind="warn" title="Visible to agents and operators, not to other people.">
        agents only
      </Badge>
    );
  return (
    <Badge kind="warn" title="Operators can also see this.">
      {audience.length === 0 ? 'operators only' : `only for ${audience.join(', ')}`}
    </Badge>
  );
}

/** The colour of a participant, 1 to 8, always the same for the same name. */
export function authorHue({ kind, id }: Participant): number {
  let sum = 0;
  for (const character of `${kind}:${id}`) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return (sum % 8) + 1;
}

/** The author of a breadcrumb; the kind is shown unless it is a user. */
export function Author({ author }: { readonly author: Participant }): ReactNode {
  return (
    <span className={`author hue-${authorHue(author)}`} title={`${author.kind} ${author.id}`}>
      {author.id}
      {author.kind !== 'user' && <span className="soft"> {author.kind}</span>}
    </span>
  );
}
