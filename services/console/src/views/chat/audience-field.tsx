import type { ReactNode } from 'react';
import { useIdentity } from '../../api/client';
import type { MessageAudience } from './readable-history';
import { useMembers } from './session-record';

const nameOf = (audience: MessageAudience): string => (typeof audience === 'string' ? audience : audience.join(' '));

/** Chooses who may read a message beside its author and operators: everybody, agents, or one member of the session. It stays for the next message. */
export function AudienceField(props: {
  readonly session: string;
  readonly value: MessageAudience;
  readonly onChange: (audience: MessageAudience) => void;
}): ReactNode {
  const { session, value, onChange } = props;
  const { kind, id } = useIdentity().participant;
  const members = useMembers(session).filter((member) => member.kind !== kind || member.id !== id);
  const choices: readonly { readonly audience: MessageAudience; readonly title: string }[] = [
    { audience: 'all', title: 'everyone in the workspace' },
    { audience: 'agents', title: 'agents only' },
    ...members.map((member) => ({
      audience: [`${member.kind}:${member.id}`],
      title: `only ${member.name ?? member.id} (${member.kind})`,
    })),
  ];
  const isListed = choices.some(({ audience }) => nameOf(audience) === nameOf(value));
  return (
    <label className={value === 'all' ? 'message-audience soft' : 'message-audience warn'}>
      Visible to{' '}
      <select
        value={nameOf(value)}
        onChange={({ target }) =>
          onChange(choices.find(({ audience }) => nameOf(audience) === target.value)?.audience ?? 'all')
        }
      >
        {!isListed && <option value={nameOf(value)}>only {nameOf(value)}</option>}
        {choices.map(({ audience, title }) => (
          <option key={nameOf(audience)} value={nameOf(audience)}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
