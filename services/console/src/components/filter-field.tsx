import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

const DEBOUNCE_MS = 250;

/** A filter field that applies its text when typing pauses. */
export function FilterField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly options?: readonly string[];
  /** Whether it has the keyboard when the page opens. Default: no. */
  readonly isFirst?: boolean;
}): ReactNode {
  const { label, value, onChange, placeholder, options, isFirst = false } = props;
  const id = useId();
  const [text, setText] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onChange(text.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <span className="filter-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        ref={field}
        value={text}
        placeholder={placeholder}
        list={options ? `${id}-options` : undefined}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      {options && (
        <datalist id={`${id}-options`}>
          {options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
    </span>
  );
}
