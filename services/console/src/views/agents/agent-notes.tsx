import type { ReactNode } from 'react';
import type { JsonObject } from '../../components/editing/json-pointer';
import type { FieldNote } from '../../components/editing/payload-form';
import { ApprovalBuilder } from './approval-builder';
import { describeSubscriptions } from './describe-subscription';
import { MemoryFields } from './memory-fields';
import { ToolPicker } from './tool-picker';
import { describeMissingRoom } from './window-room';

function SubscriptionList({ value }: { readonly value: unknown }): ReactNode {
  return (
    <ul className="words">
      {describeSubscriptions(value).map((words, at) => (
        <li key={at} className="anywhere">
          {words}
        </li>
      ))}
    </ul>
  );
}

/** In which sessions an agent answers, for its author. */
function SessionsNote({ value }: { readonly value: unknown }): ReactNode {
  if (value === 'member')
    return <p className="hint">Answers only in sessions that list it as a member. Add it to a session in Chat.</p>;
  return (
    <p className="hint warn">
      Replies in every open session, including other people’s, and in sessions that list it as a member.
    </p>
  );
}

/** Warns of a context window that no turn can work in. */
function WindowNote({ definition }: { readonly definition: JsonObject }): ReactNode {
  const missing = describeMissingRoom(definition);
  return missing === undefined ? null : <p className="hint warn">{missing}</p>;
}

/** The notes below fields of an agent: what its subscriptions mean in words, where it answers, the tools to choose from, its approvals, its memory, and whether its window has room. */
export const agentNotes: Readonly<Record<string, FieldNote>> = {
  '/subscriptions': (value) => <SubscriptionList value={value} />,
  '/sessions': (value) => <SessionsNote value={value} />,
  '/approvals': (value, onValue) => <ApprovalBuilder value={value} onValue={onValue} />,
  '/model/context_window': (_value, _onValue, form) => <WindowNote definition={form} />,
  '/memory': (value, onValue) => <MemoryFields value={value} onValue={onValue} />,
  '/tools': (value, onValue) => <ToolPicker value={value} onValue={onValue} />,
};
