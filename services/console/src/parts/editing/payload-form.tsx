import type { ReactNode } from 'react';
import type { Misfit } from '../../data/schema-check';
import { Field, Misfits } from './field';
import type { FieldSpec } from './field-kinds';
import { getAt, isWithin, type Json, setAt } from './pointer';

/** What a form draws. */
export interface Drawn {
  readonly fields: readonly FieldSpec[];
  /** Shown below the field of that pointer. */
  readonly notes?: Readonly<Record<string, (value: unknown) => ReactNode>> | undefined;
  readonly value: Json;
  readonly misfits: readonly Misfit[];
  readonly fixed: boolean;
  readonly onValue: (value: Json) => void;
}

/** A payload as fields; what stands against no field of it stands above them. */
export function PayloadForm({ fields, notes = {}, value, misfits, fixed, onValue }: Drawn): ReactNode {
  const elsewhere = misfits.filter(({ path }) => !fields.some(({ pointer }) => isWithin(path, pointer)));
  return (
    <>
      <Misfits id="elsewhere" misfits={elsewhere} from=" " />
      <div className="fields">
        {fields.map((spec) => (
          <Field
            key={spec.pointer}
            spec={{ ...spec, fixed: fixed || spec.fixed }}
            value={getAt(value, spec.pointer)}
            misfits={misfits.filter(({ path }) => isWithin(path, spec.pointer))}
            onValue={(next) => onValue(setAt(value, spec.pointer, next))}
          >
            {notes[spec.pointer]?.(getAt(value, spec.pointer))}
          </Field>
        ))}
      </div>
    </>
  );
}

const modes = ['form', 'json'] as const;
/** By fields, or as its text. */
export type Mode = (typeof modes)[number];

/** Chooses how a payload is edited. */
export function Modes(props: {
  readonly mode: Mode;
  readonly fixed: boolean;
  readonly onMode: (mode: Mode) => void;
}): ReactNode {
  const { mode, fixed, onMode } = props;
  return (
    <div className="row" role="group" aria-label="How to edit">
      {modes.map((name) => (
        <button key={name} type="button" aria-pressed={mode === name} disabled={fixed} onClick={() => onMode(name)}>
          {name === 'form' ? 'Form' : 'JSON'}
        </button>
      ))}
    </div>
  );
}
