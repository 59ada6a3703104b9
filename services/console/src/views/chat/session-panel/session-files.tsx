import type { Envelope } from '@crumbtrail/contracts';
import { asPayload } from '@crumbtrail/contracts/payload';
import { WIRE } from '@crumbtrail/contracts/wire-names';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient, useReportApiError } from '../../../api/client';
import { Author } from '../../../components/author';
import { ErrorNotice } from '../../../components/error-notice';
import { saveFile } from '../../../components/save-file';

const MOST_FILES = 200;

function SessionFile({ crumb }: { readonly crumb: Envelope }): ReactNode {
  const client = useClient();
  const { name, files = [] } = asPayload(WIRE.sessionFile, crumb.context) ?? {};
  const [file] = files;
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      saveFile(String(name), await client.downloadFile(crumb.id, String(file?.hash)));
    },
    onError: useReportApiError(),
  });
  return (
    <li>
      <button type="button" disabled={isPending} aria-label={`Download ${name}`} onClick={() => mutate()}>
        <bdi>{name}</bdi>
      </button>{' '}
      <span className="soft">{`${file?.type ?? ''} ${(file?.bytes ?? 0).toLocaleString('en')} bytes`.trim()}</span>{' '}
      <Author author={crumb.author} />
      {error ? <ErrorNotice error={error} /> : null}
    </li>
  );
}

/** The files that agents keep in the session and that the key may read; nothing where there are none. */
export function SessionFiles({ session }: { readonly session: string }): ReactNode {
  const client = useClient();
  const { data = [] } = useQuery({
    queryKey: ['session-files', session],
    queryFn: async () => (await client.list({ schema: WIRE.sessionFile, session, limit: MOST_FILES })).breadcrumbs,
  });
  if (data.length === 0) return null;
  return (
    <section aria-label="Files of the session">
      <h2>Files</h2>
      <ul className="files">
        {data.map((crumb) => (
          <SessionFile key={crumb.id} crumb={crumb} />
        ))}
      </ul>
    </section>
  );
}
