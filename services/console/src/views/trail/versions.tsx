import type { Envelope } from '@crumbtrail/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useClient } from '../../api/client';
import { Loading } from '../../components/loading';
import { JsonBlock } from '../../components/json-block';
import { ErrorNotice } from '../../components/error-notice';

function History({ id }: { readonly id: string }): ReactNode {
  const client = useClient();
  const { data, error } = useQuery({ queryKey: ['history', id], queryFn: () => client.history(id) });
  if (error) return <ErrorNotice error={error} />;
  if (!data) return <Loading label="Loading versions" />;
  return (
    <ol className="versions">
      {data.map(({ version, context }) => (
        <li key={version} value={version}>
          <JsonBlock value={context} />
        </li>
      ))}
    </ol>
  );
}

/** The version of a breadcrumb, and the payloads of all its versions. */
export function Versions({ crumb }: { readonly crumb: Envelope }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (crumb.version === 1) return <p className="soft">Version 1 (never edited)</p>;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Version {crumb.version}: show all versions</summary>
      {isOpen && <History id={crumb.id} />}
    </details>
  );
}
