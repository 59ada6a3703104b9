import { type ReactNode, useId, useState } from 'react';
import type { SchemaViolation } from './schema-validator';
import { type FieldSpec, fieldCodecs } from './field-spec';
import { isEqualJson } from './json-pointer';

/** The violations of a field. */
export function ViolationList({
  id,
  violations,
  from = '',
}: {
  readonly id: string;
  readonly violations: readonly SchemaViolation[];
  readonly from?: string;
}): ReactNode {
  return (
    <ul id={id} className="violations" hidden={violations.length === 0}>
      {violations.map(({ path, message }, at) => (
        <li key={at}>
          {path !== from && <code>{path.slice(from.length)}</code>} {message}
        </li>
      ))}
    </ul>
  );
}

interface FieldControlProps {
  readonly id: string;
  readonly text: string;
  readonly spec: FieldSpec;
  readonly onText: (text: string) => void;
  readonly described: string;
  readonly bad: boolean;
}

const YES_NO = [
  ['true', 'yes'],
  ['false', 'no'],
] as const;

function listOptions({ kind, choices = [] }: FieldSpec): readonly (readonly [value: string, word: string])[] {
  if (kind === 'yes-no') return YES_NO;
  return (kind === 'on-off' ? ['on'] : choices).map((one) => [one, one]);
}

const selectKinds: ReadonlySet<FieldSpec['kind']> = new Set(['choice', 'yes-no', 'on-off']);

function FieldControl({ id, text, spec, onText, described, bad }: FieldControlProps): ReactNode {
  const shared = {
    id,
    value: text,
    disabled: spec.disabled,
    'aria-describedby': described,
    'aria-invalid': bad || undefined,
  };
  if (selectKinds.has(spec.kind))
    return (
      <select {...shared} onChange={({ target }) => onText(target.value)}>
        <option value="">{spec.defaultText ? `not set (${spec.defaultText})` : 'not set'}</option>
        {listOptions(spec).map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    );
  if (spec.kind === 'text' || spec.kind === 'number')
    return (
      <input
        {...shared}
        inputMode={spec.kind === 'number' ? 'decimal' : undefined}
        placeholder={spec.defaultText}
        autoComplete="off"
        onChange={({ target }) => onText(target.value)}
      />
    );
  return (
    <textarea
      {...shared}
      className={spec.kind === 'json' ? 'code' : undefined}
      spellCheck={spec.kind === 'long'}
      rows={spec.rows ?? 3}
      placeholder={spec.defaultText}
      onChange={({ target }) => onText(target.value)}
    />
  );
}

/** A form field with label, hint and violations. */
export function Field(props: {
  readonly spec: FieldSpec;
  readonly value: unknown;
  readonly violations: readonly SchemaViolation[];
  readonly onValue: (value: unknown) => void;
  readonly children?: ReactNode;
}): ReactNode {
  const { spec, value, violations, onValue, children } = props;
  const id = useId();
  const { toText, fromText } = fieldCodecs[spec.kind];
  const [typed, setTyped] = useState(() => toText(value));
  // Keep the text as typed while it represents the same value, such as a number with a trailing zero.
  const text = isEqualJson(fromText(typed), value) ? typed : toText(value);
  const onText = (next: string): void => {
    setTyped(next);
    onValue(fromText(next));
  };
  return (
    <div className={`field ${spec.kind}`}>
      <label htmlFor={id}>{spec.label}</label>
      <FieldControl
        id={id}
        text={text}
        spec={spec}
        onText={onText}
        described={`${id}-hint ${id}-bad`}
        bad={violations.length > 0}
      />
      <p id={`${id}-hint`} className="soft hint" hidden={!spec.hint}>
        {spec.hint}
      </p>
      <ViolationList id={`${id}-bad`} violations={violations} from={spec.pointer} />
      {children}
    </div>
  );
}
