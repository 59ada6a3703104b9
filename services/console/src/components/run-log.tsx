import type { ReactNode } from 'react';

/** What the code of a tool wrote to its console; nothing where it wrote nothing. */
export function RunLog({ logs = [] }: { readonly logs: readonly string[] | undefined }): ReactNode {
  if (logs.length === 0) return null;
  return (
    <pre tabIndex={0} dir="auto" aria-label="Log">
      {logs.join('\n')}
    </pre>
  );
}
