import { type ReactNode, useId, useRef, useState } from 'react';
import { lineOf, offsetOf } from '../../data/json-places';
import type { Misfit } from '../../data/schema-check';
import { isSame, type Json } from './pointer';

interface Read {
  readonly value?: Json;
  readonly broken?: string;
}

function read(text: string): Read {
  try {
    const value = JSON.parse(text) as unknown;
    const isPayload = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isPayload ? { value: value as Json } : { broken: 'Must be a JSON object: { … }.' };
  } catch (error) {
    return { broken: `Invalid JSON: ${(error as Error).message}` };
  }
}

/** A payload as its text. What is no JSON is said and does not leave here. */
export function JsonPane(props: {
  readonly value: Json;
  readonly misfits: readonly Misfit[];
  readonly fixed?: boolean | undefined;
  readonly what?: string;
  readonly rows?: number;
  readonly onValue: (value: Json) => void;
  readonly onBroken: (broken: boolean) => void;
}): ReactNode {
  const { value, misfits, fixed, what = 'Payload as JSON', rows = 24, onValue, onBroken } = props;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState(() => JSON.stringify(value, null, 2));
  const now = read(typed);
  const text = now.broken !== undefined || isSame(now.value, value) ? typed : JSON.stringify(value, null, 2);
  const onText = (next: string): void => {
    setTyped(next);
    const { value: meant } = read(next);
    onBroken(meant === undefined);
    if (meant) onValue(meant);
  };
  const show = (offset: number): void => {
    area.current?.focus();
    area.current?.setSelectionRange(offset, offset + 1);
  };
  return (
    <div className="field">
      <label htmlFor={id}>{what}</label>
      <textarea
        ref={area}
        id={id}
        className="code"
        rows={rows}
        spellCheck={false}
        value={text}
        disabled={fixed}
        aria-describedby={`${id}-bad`}
        aria-invalid={now.broken !== undefined || misfits.length > 0 || undefined}
        onChange={({ target }) => onText(target.value)}
      />
      <ul id={`${id}-bad`} className="misfits">
        {now.broken !== undefined && <li>{now.broken}</li>}
        {now.broken === undefined &&
          misfits.map(({ path, message }, at) => (
            <li key={at}>
              <button type="button" className="plain" onClick={() => show(offsetOf(text, path))}>
                line {lineOf(text, offsetOf(text, path))}
              </button>{' '}
              <code>{path || 'the payload'}</code> {message}
            </li>
          ))}
      </ul>
    </div>
  );
}
