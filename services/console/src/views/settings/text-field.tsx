import { type ReactNode, useId } from 'react';

interface TextProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'url' | 'password';
  readonly isRequired?: boolean;
}

/** A labelled field of one line, with a hint below it. */
export function TextField({ label, hint, value, onChange, type = 'text', isRequired = false }: TextProps): ReactNode {
  const id = useId();
  return (
    <p className="setting">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        required={isRequired}
        autoComplete={type === 'password' ? 'new-password' : 'off'}
        spellCheck={false}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {hint !== undefined && (
        <span id={`${id}-hint`} className="soft">
          {hint}
        </span>
      )}
    </p>
  );
}
