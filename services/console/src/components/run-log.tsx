import type { ReactNode } from 'react';

/** The log of a tool's run: what its code wrote to its console, or the progress that its server reported. Nothing where it is empty. */
export function RunLog({ logs = [] }: { readonly logs: readonly string[] | undefined }): ReactNode {
  if (logs.length === 0) return null;
  return (
    <pre tabIndex={0} dir="auto" aria-label="Log">
      {logs.join('\n')}
    </pre>
  );
}
