import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient, useReportApiError } from '../../api/client';
import { ErrorNotice } from '../../components/error-notice';
import { saveFile } from '../../components/save-file';

/** Saves what the reader may see of a trail as a file, which `crumb trail show` displays. */
export function DownloadButton({ trail }: { readonly trail: string }): ReactNode {
  const client = useClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const content = await new Response(await client.exportTrail(trail)).blob();
      saveFile(`trail-${trail}.ndjson`, content);
    },
    onError: useReportApiError(),
  });
  return (
    <>
      <button
        type="button"
        disabled={isPending}
        title="Shown again by: crumb trail show <file>"
        onClick={() => mutate()}
      >
        Download
      </button>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
