import type { KeyView } from '@crumbtrail/contracts';
import { type ReactNode, useState } from 'react';
import { useIdentity } from '../../api/client';
import { Badge } from '../../components/badge';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ErrorNotice } from '../../components/error-notice';
import { ScrollRegion } from '../../components/scroll-region';
import { TableHead } from '../../components/table-head';
import { Time } from '../../components/time';
import { keyState, sortKeys } from './key-state';
import { useRevokeKey } from './use-keys';

const participantOf = ({ participant: { kind, id } }: KeyView): string => `${kind}:${id}`;

/** Revokes a key, once that is confirmed. */
function RevokeButton({ apiKey, isInUse }: { readonly apiKey: KeyView; readonly isInUse: boolean }): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = useRevokeKey();
  return (
    <>
      <button
        type="button"
        aria-label={`Revoke the ${apiKey.role} key of ${participantOf(apiKey)}`}
        onClick={() => setAsking(true)}
      >
        Revoke…
      </button>
      {error && <ErrorNotice error={error} />}
      {isAsking && (
        <ConfirmDialog
          label="Revoke this key"
          action="Revoke"
          isPending={isPending}
          onConfirm={() => mutate(apiKey.id, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>
            The {apiKey.role} key of {participantOf(apiKey)} is refused from now on. This cannot be undone.
            {isInUse && ' You are signed in with it.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Expiry({ apiKey, now }: { readonly apiKey: KeyView; readonly now: number }): ReactNode {
  const { expires_at, revoked_at } = apiKey;
  const state = keyState(apiKey, now);
  if (state === 'revoked' && revoked_at !== undefined)
    return (
      <>
        <Badge>revoked</Badge> <Time at={revoked_at} />
      </>
    );
  if (expires_at === undefined) return <span className="soft">never</span>;
  return (
    <>
      {state === 'expired' && <Badge kind="warn">expired</Badge>} <Time at={expires_at} />
    </>
  );
}

function Row({ apiKey, now }: { readonly apiKey: KeyView; readonly now: number }): ReactNode {
  const { name, role, created_at, last_used_at, id } = apiKey;
  const isInUse = useIdentity().key_id === id;
  return (
    <tr>
      <th scope="row" className="key-owner">
        {participantOf(apiKey)} {name !== undefined && <bdi className="soft">{name}</bdi>}{' '}
        {isInUse && <Badge kind="good">signed in</Badge>}
      </th>
      <td>{role}</td>
      <td>
        <Time at={created_at} />
      </td>
      <td>{last_used_at === undefined ? <span className="soft">never</span> : <Time at={last_used_at} />}</td>
      <td>
        <Expiry apiKey={apiKey} now={now} />
      </td>
      <td>{keyState(apiKey, now) === 'valid' && <RevokeButton apiKey={apiKey} isInUse={isInUse} />}</td>
    </tr>
  );
}

const TITLES = ['Owner', 'Role', 'Created', 'Last used', 'Expires', 'Revoke'];

/** The keys of the workspace: whose they are, what they may do, until when. */
export function ApiKeyTable({ keys }: { readonly keys: readonly KeyView[] }): ReactNode {
  const [now] = useState(Date.now);
  return (
    <ScrollRegion label="Keys">
      <table>
        <TableHead titles={TITLES} numeric={new Set()} />
        <tbody>
          {sortKeys(keys, now).map((key) => (
            <Row key={key.id} apiKey={key} now={now} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
