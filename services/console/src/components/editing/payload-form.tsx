import type { ReactNode } from 'react';
import type { SchemaViolation } from './schema-validator';
import { Field, ViolationList } from './field';
import type { FieldSpec } from './field-spec';
import { getAt, isWithin, type JsonObject, setAt } from './json-pointer';

/** What is shown below a field: words about its value and that of the whole form, or controls that change it. */
export type FieldNote = (value: unknown, onValue: (value: unknown) => void, form: JsonObject) => ReactNode;

/** The properties of {@link PayloadForm}. */
export interface PayloadFormProps {
  readonly fields: readonly FieldSpec[];
  /** Notes shown below fields, by JSON pointer. */
  readonly notes?: Readonly<Record<string, FieldNote>> | undefined;
  readonly value: JsonObject;
  readonly violations: readonly SchemaViolation[];
  readonly disabled: boolean;
  readonly onValue: (value: JsonObject) => void;
}

/** A payload as form fields, with the violations of other properties above them. */
export function PayloadForm({ fields, notes = {}, value, violations, disabled, onValue }: PayloadFormProps): ReactNode {
  const elsewhere = violations.filter(({ path }) => !fields.some(({ pointer }) => isWithin(path, pointer)));
  return (
    <>
      <ViolationList id="elsewhere" violations={elsewhere} from=" " />
      <div className="fields">
        {fields.map((spec) => {
          const change = (next: unknown): void => onValue(setAt(value, spec.pointer, next));
          return (
            <Field
              key={spec.pointer}
              spec={{ ...spec, disabled: disabled || spec.disabled }}
              value={getAt(value, spec.pointer)}
              violations={violations.filter(({ path }) => isWithin(path, spec.pointer))}
              onValue={change}
            >
              {notes[spec.pointer]?.(getAt(value, spec.pointer), change, value)}
            </Field>
          );
        })}
      </div>
    </>
  );
}

const modes = ['form', 'json'] as const;
/** How a payload is edited. */
export type EditMode = (typeof modes)[number];

/** Switches between form and JSON. */
export function EditModeSwitch(props: {
  readonly mode: EditMode;
  readonly disabled: boolean;
  readonly onMode: (mode: EditMode) => void;
}): ReactNode {
  const { mode, disabled, onMode } = props;
  return (
    <div className="row" role="group" aria-label="Editor mode">
      {modes.map((name) => (
        <button key={name} type="button" aria-pressed={mode === name} disabled={disabled} onClick={() => onMode(name)}>
          {name === 'form' ? 'Form' : 'JSON'}
        </button>
      ))}
    </div>
  );
}
