import { type ReactNode, useId, useState } from 'react';
import type { Misfit } from '../../data/schema-check';
import { type FieldSpec, writings } from './field-kinds';
import { isSame } from './pointer';

/** What stands against a field, beside it. */
export function Misfits({
  id,
  misfits,
  from = '',
}: {
  readonly id: string;
  readonly misfits: readonly Misfit[];
  readonly from?: string;
}): ReactNode {
  return (
    <ul id={id} className="misfits" hidden={misfits.length === 0}>
      {misfits.map(({ path, message }, at) => (
        <li key={at}>
          {path !== from && <code>{path.slice(from.length)}</code>} {message}
        </li>
      ))}
    </ul>
  );
}

interface Control {
  readonly id: string;
  readonly text: string;
  readonly spec: FieldSpec;
  readonly onText: (text: string) => void;
  readonly described: string;
  readonly bad: boolean;
}

const optionsOf = ({ kind, choices = [] }: FieldSpec): readonly (readonly [value: string, word: string])[] =>
  kind === 'yes-no'
    ? [
        ['true', 'yes'],
        ['false', 'no'],
      ]
    : choices.map((one) => [one, one]);

function ControlOf({ id, text, spec, onText, described, bad }: Control): ReactNode {
  const shared = {
    id,
    value: text,
    disabled: spec.fixed,
    'aria-describedby': described,
    'aria-invalid': bad || undefined,
  };
  if (spec.kind === 'choice' || spec.kind === 'yes-no')
    return (
      <select {...shared} onChange={({ target }) => onText(target.value)}>
        <option value="">{spec.otherwise ? `not set (${spec.otherwise})` : 'not set'}</option>
        {optionsOf(spec).map(([value, word]) => (
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
        placeholder={spec.otherwise}
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
      placeholder={spec.otherwise}
      onChange={({ target }) => onText(target.value)}
    />
  );
}

/** One value of a payload, with its name, a hint, and what stands against it. */
export function Field(props: {
  readonly spec: FieldSpec;
  readonly value: unknown;
  readonly misfits: readonly Misfit[];
  readonly onValue: (value: unknown) => void;
  readonly children?: ReactNode;
}): ReactNode {
  const { spec, value, misfits, onValue, children } = props;
  const id = useId();
  const { toText, fromText } = writings[spec.kind];
  const [typed, setTyped] = useState(() => toText(value));
  // What is typed stays as it is typed, as long as it means the value.
  const text = isSame(fromText(typed), value) ? typed : toText(value);
  const onText = (next: string): void => {
    setTyped(next);
    onValue(fromText(next));
  };
  return (
    <div className={`field ${spec.kind}`}>
      <label htmlFor={id}>{spec.label}</label>
      <ControlOf {...{ id, text, spec, onText }} described={`${id}-hint ${id}-bad`} bad={misfits.length > 0} />
      <p id={`${id}-hint`} className="soft hint" hidden={!spec.hint}>
        {spec.hint}
      </p>
      <Misfits id={`${id}-bad`} misfits={misfits} from={spec.pointer} />
      {children}
    </div>
  );
}
