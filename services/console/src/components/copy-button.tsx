import { type ReactNode, useState } from 'react';

/** Copies a text. If the browser refuses, shows it to be copied by hand. `label`: what the button says; `subject`: names the text for that case. */
export function CopyButton(props: {
  readonly label: string;
  readonly subject: string;
  /** Asked for when the button is pressed. */
  readonly text: () => string;
}): ReactNode {
  const { label, subject, text } = props;
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      setState('copied');
    } catch {
      setState('refused');
    }
  };
  return (
    <span className="row">
      <button type="button" onClick={() => void copy()}>
        {label}
      </button>
      <span role="status">{state === 'copied' && 'Copied.'}</span>
      {state === 'refused' && (
        <input aria-label={subject} readOnly autoFocus value={text()} onFocus={(event) => event.target.select()} />
      )}
    </span>
  );
}
