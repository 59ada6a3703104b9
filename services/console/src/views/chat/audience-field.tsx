import type { Envelope } from '@crumbtrail/contracts';
import type { ReactNode } from 'react';
import { useIdentity } from '../../api/client';
import { useMembers } from './session-record';

type Audience = Envelope['audience'];

const nameOf = (audience: Audience): string => (typeof audience === 'string' ? audience : audience.join(' '));

/** Chooses who may read a message beside its author and operators: everybody, agents, or one member of the session. It stays for the next message. */
export function AudienceField(props: {
  readonly session: string;
  readonly value: Audience;
  readonly onChange: (audience: Audience) => void;
}): ReactNode {
  const { session, value, onChange } = props;
  const { kind, id } = useIdentity().participant;
  const members = useMembers(session).filter((member) => member.kind !== kind || member.id !== id);
  const choices: readonly { readonly audience: Audience; readonly title: string }[] = [
    { audience: 'all', title: 'everyone in the workspace' },
    { audience: 'agents', title: 'agents only' },
    ...members.map((member) => ({
      audience: [`${member.kind}:${member.id}`],
      title: `only ${member.name ?? member.id} (${member.kind})`,
    })),
  ];
  return (
    <label className={value === 'all' ? 'message-audience soft' : 'message-audience warn'}>
      Visible to{' '}
      <select
        value={nameOf(value)}
        onChange={({ target }) =>
          onChange(choices.find(({ audience }) => nameOf(audience) === target.value)?.audience ?? 'all')
        }
      >
        {choices.map(({ audience, title }) => (
          <option key={nameOf(audience)} value={nameOf(audience)}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
