import { type ReactNode, useState } from 'react';
import { AuthorLabel } from '../../components/author';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ErrorNotice } from '../../components/error-notice';
import { ScrollRegion } from '../../components/scroll-region';
import { Time } from '../../components/time';
import { SecretForm } from './secret-form';
import { type ShownSecret, type ShownSecrets, useRemoveSecret } from './use-secrets';

function RemoveSecret({ name }: Pick<ShownSecret, 'name'>): ReactNode {
  const { mutate, isPending, error } = useRemoveSecret();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" aria-label={`Remove ${name}…`} onClick={() => setAsking(true)}>
        Remove…
      </button>
      {error && <ErrorNotice error={error} />}
      {isAsking && (
        <ConfirmDialog
          label={`Remove ${name}`}
          action="Remove"
          isPending={isPending}
          onConfirm={() => mutate(name, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>
            Tools that send it fail from their next run on. Earlier versions hold its value encrypted: if others may
            know it, revoke it where it is from.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function SecretTable({ secrets }: Pick<ShownSecrets, 'secrets'>): ReactNode {
  if (secrets.length === 0) return <p>No secrets yet.</p>;
  return (
    <ScrollRegion label="Secrets">
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Tools</th>
            <th scope="col">Hosts</th>
            <th scope="col">Saved</th>
            <th scope="col">Remove</th>
          </tr>
        </thead>
        <tbody>
          {secrets.map(({ name, tools, hosts, saved_at, saved_by }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{tools.join(', ')}</td>
              <td>{hosts.join(', ')}</td>
              <td>
                <Time at={saved_at} /> <AuthorLabel author={saved_by} />
              </td>
              <td>
                <RemoveSecret name={name} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** The secrets that the code of tools may send: who may use them, and where they may be sent. */
export function SecretsSection({ state }: { readonly state: ShownSecrets }): ReactNode {
  return (
    <section aria-label="Secrets">
      <h2>Secrets</h2>
      <p>
        The code of a tool, and an MCP server below, can send a secret in a header, as <code>{'{{secret NAME}}'}</code>.
        No agent sees the value.
      </p>
      <SecretTable secrets={state.secrets} />
      <SecretForm state={state} />
    </section>
  );
}
