import { type ReactNode, useState } from 'react';
import { AuthorLabel } from '../../../components/author';
import { Badge } from '../../../components/badge';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { ErrorNotice } from '../../../components/error-notice';
import { QueryResult } from '../../../components/query-result';
import { Time } from '../../../components/time';
import { ServerForm } from './server-form';
import { type ShownServer, useRemoveServer, useServerHistory } from './use-mcp-servers';

const BADGES = {
  connecting: 'plain',
  connected: 'good',
  unavailable: 'bad',
  disabled: 'plain',
  overridden: 'warn',
} as const;

function RemoveServer({ name }: Pick<ShownServer, 'name'>): ReactNode {
  const { mutate, isPending, error } = useRemoveServer();
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
          <p>It is disconnected at once, calls that are running end, and its tools are offered to no agent any more.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function History({ name, version }: Pick<ShownServer, 'name' | 'version'>): ReactNode {
  return (
    <QueryResult query={useServerHistory(name, version)}>
      {(history) => (
        <ul>
          {history.map(({ version: one, at, by, changes }) => (
            <li key={one} className="anywhere">
              <Time at={at} /> <AuthorLabel author={by} />: {changes.join('; ') || 'saved without a change'}
            </li>
          ))}
        </ul>
      )}
    </QueryResult>
  );
}

/** A part that is opened by a click, and read only then. */
function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}

function OfferedTools({ tools }: Pick<ShownServer, 'tools'>): ReactNode {
  return (
    <ul>
      {tools.map(({ name, description }) => (
        <li key={name} className="anywhere">
          <code>{name}</code> <bdi className="soft">{description}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** Where it is configured. */
function Place({ server }: { readonly server: ShownServer }): ReactNode {
  const { from, kind, url, command, args = [], revision } = server;
  const address = url ?? (command === undefined ? undefined : [command, ...args].join(' '));
  return (
    <div className="anywhere">
      {address !== undefined && <code>{address}</code>}{' '}
      {from === 'environment' && (
        <span>
          {kind === 'http' ? 'An address' : 'A command'} of MCP_SERVERS, in the environment, which is changed there.
        </span>
      )}{' '}
      {revision !== undefined && <span className="soft">revision {revision}</span>}
    </div>
  );
}

/** What is wrong, or what went wrong last. */
function Problem({ server }: { readonly server: ShownServer }): ReactNode {
  const { trouble, last_error, state } = server;
  if (state === 'overridden') return <p>The environment has a server of this name, which takes precedence.</p>;
  if (trouble !== undefined)
    return (
      <p className="anywhere">
        Problem: <bdi>{trouble}</bdi>
      </p>
    );
  if (!last_error) return null;
  return (
    <p className="soft anywhere">
      Last error <Time at={last_error.at} />: <bdi>{last_error.message}</bdi>
    </p>
  );
}

/** A server: how it is, its tools, its history, and what can be done with it. */
export function ServerItem(props: { readonly server: ShownServer; readonly allowsCommands: boolean }): ReactNode {
  const { server, allowsCommands } = props;
  const { name, from, state, tools, version } = server;
  const [isChanging, setChanging] = useState(false);
  return (
    <li className="mcp-server" aria-label={name}>
      <div className="row">
        <strong>{name}</strong>
        <Badge kind={BADGES[state]}>{state}</Badge>
        {from === 'settings' && (
          <span className="row push">
            <button type="button" aria-label={`Change ${name}`} onClick={() => setChanging(!isChanging)}>
              {isChanging ? 'Cancel' : 'Change'}
            </button>
            <RemoveServer name={name} />
          </span>
        )}
      </div>
      <Place server={server} />
      <Problem server={server} />
      {tools.length > 0 && (
        <Fold title={`${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`}>
          <OfferedTools tools={tools} />
        </Fold>
      )}
      {from === 'settings' && (
        <Fold title="Who changed it">
          <History name={name} version={version} />
        </Fold>
      )}
      {isChanging && <ServerForm server={server} allowsCommands={allowsCommands} onSaved={() => setChanging(false)} />}
    </li>
  );
}
