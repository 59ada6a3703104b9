import { type ReactNode, useState } from 'react';

/** Copies the address of the page. If the browser refuses, shows the address to be copied by hand. */
export function CopyLink(): ReactNode {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href);
      setState('copied');
    } catch {
      setState('refused');
    }
  };
  return (
    <span className="row">
      <button type="button" onClick={() => void copy()}>
        Copy link
      </button>
      <span role="status">{state === 'copied' && 'Copied.'}</span>
      {state === 'refused' && (
        <input
          aria-label="Link to this"
          readOnly
          autoFocus
          value={location.href}
          onFocus={(event) => event.target.select()}
        />
      )}
    </span>
  );
}
