import type { Envelope, SessionV1 } from '@crumbtrail/contracts';
import { withStrategy } from '@crumbtrail/contracts/session-members';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useIdentity } from '../../../api/client';
import { Author } from '../../../components/author';
import { ErrorNotice } from '../../../components/error-notice';
import { ScrollRegion } from '../../../components/scroll-region';
import { TableHead } from '../../../components/table-head';
import { useSaveSession } from '../use-save-session';

type MemberEntry = NonNullable<SessionV1['members']>[number];
type Strategy = NonNullable<SessionV1['strategy']>;

const STRATEGIES = ['natural', 'list', 'pooled', 'manual', 'director', 'rules'] as const satisfies readonly Strategy[];
const NUMERIC: ReadonlySet<string> = new Set();

interface SessionChange {
  readonly session: SessionV1;
  readonly canChange: boolean;
  readonly save: (next: SessionV1) => void;
}

const isSame = (a: MemberEntry, b: MemberEntry): boolean => a.kind === b.kind && a.id === b.id;

function Talkativeness(props: {
  readonly member: MemberEntry;
  readonly disabled: boolean;
  readonly onChange: Replace;
}) {
  const { member, disabled, onChange } = props;
  const saved = member.talkativeness === undefined ? '' : String(member.talkativeness);
  const [text, setText] = useState(saved);
  const commit = (): void => {
    if (text === saved) return;
    const { talkativeness: _before, ...rest } = member;
    onChange(text === '' ? rest : { ...rest, talkativeness: Number(text) });
  };
  return (
    <input
      type="number"
      min="0"
      max="1"
      step="0.05"
      placeholder="0.5"
      aria-label={`Talkativeness of ${member.id}`}
      disabled={disabled}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={commit}
    />
  );
}

type Replace = (member: MemberEntry) => void;

function MemberRow(props: {
  readonly member: MemberEntry;
  readonly disabled: boolean;
  readonly onChange: Replace;
  readonly onRemove: () => void;
}): ReactNode {
  const { member, disabled, onChange, onRemove } = props;
  const { kind, id, muted = false, present = true } = member;
  return (
    <tr>
      <th scope="row">
        <Author author={{ kind, id }} />
      </th>
      <td>
        <input
          type="checkbox"
          aria-label={`${id} is present`}
          checked={present}
          disabled={disabled}
          onChange={({ target }) => onChange({ ...member, present: target.checked })}
        />
      </td>
      <td>
        <input
          type="checkbox"
          aria-label={`${id} is muted`}
          checked={muted}
          disabled={disabled}
          onChange={({ target }) => onChange({ ...member, muted: target.checked })}
        />
      </td>
      <td>
        {kind === 'agent' && (
          <Talkativeness key={member.talkativeness} member={member} disabled={disabled} onChange={onChange} />
        )}
      </td>
      <td>
        <button type="button" disabled={disabled} aria-label={`Remove ${id}`} onClick={onRemove}>
          Remove
        </button>
      </td>
    </tr>
  );
}

function MemberTable({ session, canChange, save }: SessionChange): ReactNode {
  const { members = [] } = session;
  if (members.length === 0) return <p className="soft">No members are listed, so every agent may speak.</p>;
  const withMembers = (next: readonly MemberEntry[]): void => save({ ...session, members: [...next] });
  return (
    <ScrollRegion label="Members">
      <table>
        <TableHead titles={['Member', 'Present', 'Muted', 'Talkativeness', 'Action']} numeric={NUMERIC} />
        <tbody>
          {members.map((member) => (
            <MemberRow
              key={`${member.kind}:${member.id}`}
              member={member}
              disabled={!canChange}
              onChange={(next) => withMembers(members.map((one) => (isSame(one, member) ? next : one)))}
              onRemove={() => withMembers(members.filter((one) => !isSame(one, member)))}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function AddMember({ session, save }: SessionChange): ReactNode {
  const [id, setId] = useState('');
  const add = (event: FormEvent): void => {
    event.preventDefault();
    save({ ...session, members: [...(session.members ?? []), { kind: 'agent', id }] });
    setId('');
  };
  return (
    <form className="row" onSubmit={add}>
      <label>
        Add agent{' '}
        <input
          required
          pattern="[a-z0-9][a-z0-9._\-]{0,63}"
          autoComplete="off"
          value={id}
          onChange={({ target }) => setId(target.value)}
        />
      </label>
      <button>Add</button>
    </form>
  );
}

/** Whether the strategy lets rounds follow each other. */
const hasRounds = ({ strategy }: SessionV1): boolean => strategy !== undefined && strategy !== 'manual';

function StrategyFields({ session, canChange, save }: SessionChange): ReactNode {
  const { auto: _auto, ...withoutAuto } = session;
  return (
    <div className="row">
      <label>
        Strategy{' '}
        <select
          value={session.strategy ?? ''}
          disabled={!canChange}
          onChange={({ target }) => save(withStrategy(session, (target.value || undefined) as Strategy | undefined))}
        >
          <option value="">none: all that subscribe</option>
          {STRATEGIES.map((strategy) => (
            <option key={strategy}>{strategy}</option>
          ))}
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={session.auto !== undefined}
          disabled={!canChange || !hasRounds(session)}
          onChange={({ target }) => save(target.checked ? { ...session, auto: {} } : withoutAuto)}
        />{' '}
        Auto mode
      </label>
      {session.auto && (
        <span className="soft">
          at most {session.auto.max_rounds ?? 3} rounds and {session.auto.max_turns ?? 20} turns,{' '}
          {session.auto.delay_seconds ?? 5} s apart
        </span>
      )}
      {session.director !== undefined && <span className="soft">director: {session.director}</span>}
    </div>
  );
}

/** The members of a session and who of them speaks; those who may write change it at once. */
export function MembersForm(props: { readonly session: SessionV1; readonly crumb: Envelope | null }): ReactNode {
  const { session, crumb } = props;
  const { role } = useIdentity();
  const { mutate, isPending, error } = useSaveSession(crumb);
  const change: SessionChange = { session, canChange: role !== 'reader' && !isPending, save: mutate };
  return (
    <section aria-label="Members and strategy" aria-busy={isPending}>
      <h2>Members and strategy</h2>
      {error && <ErrorNotice error={error} />}
      <MemberTable {...change} />
      {role !== 'reader' && <AddMember {...change} />}
      <StrategyFields {...change} />
    </section>
  );
}
