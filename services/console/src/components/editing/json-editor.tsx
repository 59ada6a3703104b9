import { type ReactNode, useId, useRef, useState } from 'react';
import { findLine, findOffset } from './json-offsets';
import { MISSING, type SchemaViolation } from './schema-validator';
import { isEqualJson, isJsonObject, type JsonObject, parsePointer } from './json-pointer';

interface ParsedPayload {
  readonly value?: JsonObject;
  readonly broken?: string;
}

function parsePayload(text: string): ParsedPayload {
  try {
    const value = JSON.parse(text) as unknown;
    return isJsonObject(value) ? { value } : { broken: 'Must be a JSON object: { … }.' };
  } catch (error) {
    return { broken: `Invalid JSON: ${(error as Error).message}` };
  }
}

/** A path as people write it: the name of a property of the payload itself, else the JSON pointer. */
function pathName(path: string): string {
  if (path === '') return 'the payload';
  const [name = path, ...below] = parsePointer(path);
  return below.length === 0 ? name : path;
}

/** Edits a payload as JSON text. Reports invalid JSON and passes on valid objects only. */
export function JsonEditor(props: {
  readonly value: JsonObject;
  readonly violations: readonly SchemaViolation[];
  readonly disabled?: boolean | undefined;
  readonly label?: string;
  readonly rows?: number;
  readonly onValue: (value: JsonObject) => void;
  readonly onBroken: (broken: boolean) => void;
}): ReactNode {
  const { value, violations, disabled, label = 'Payload as JSON', rows = 24, onValue, onBroken } = props;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState(() => JSON.stringify(value, null, 2));
  const now = parsePayload(typed);
  const text = now.broken !== undefined || isEqualJson(now.value, value) ? typed : JSON.stringify(value, null, 2);
  const onText = (next: string): void => {
    setTyped(next);
    const { value: parsed } = parsePayload(next);
    onBroken(parsed === undefined);
    if (parsed) onValue(parsed);
  };
  const show = (offset: number): void => {
    area.current?.focus();
    area.current?.setSelectionRange(offset, offset + 1);
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={area}
        id={id}
        className="code"
        rows={rows}
        spellCheck={false}
        value={text}
        disabled={disabled}
        aria-describedby={`${id}-bad`}
        aria-invalid={now.broken !== undefined || violations.length > 0 || undefined}
        onChange={({ target }) => onText(target.value)}
      />
      <ul id={`${id}-bad`} className="violations">
        {now.broken !== undefined && <li>{now.broken}</li>}
        {now.broken === undefined &&
          violations.map(({ path, message }, at) => (
            <li key={at}>
              {message !== MISSING && (
                <button type="button" className="plain" onClick={() => show(findOffset(text, path))}>
                  line {findLine(text, findOffset(text, path))}
                </button>
              )}{' '}
              <code>{pathName(path)}</code> {message}
            </li>
          ))}
      </ul>
    </div>
  );
}
