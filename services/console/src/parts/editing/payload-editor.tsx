import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useClient, useIdentity } from '../../data/client';
import { type Misfit, type SchemaCheck, schemaCheck } from '../../data/schema-check';
import { Asked } from '../asked';
import './editing.css';
import { Field, Misfits } from './field';
import type { FieldSpec } from './field-kinds';
import { JsonPane } from './json-pane';
import { getAt, isSame, isWithin, type Json, setAt } from './pointer';
import { SaveBar } from './save-bar';
import { type Edited, useSaving } from './use-saving';

/** What a payload's editor is given. */
export interface PayloadEditorProps extends Edited {
  readonly fields: readonly FieldSpec[];
  /** Shown below the field of that pointer. */
  readonly notes?: Readonly<Record<string, (value: unknown) => ReactNode>>;
  readonly onDraft?: (value: Json, fits: boolean) => void;
  readonly onSaved?: (value: Json) => void;
}

interface Draw extends Pick<PayloadEditorProps, 'fields' | 'notes'> {
  readonly value: Json;
  readonly misfits: readonly Misfit[];
  readonly fixed: boolean;
  readonly onValue: (value: Json) => void;
}

function Form({ fields, notes = {}, value, misfits, fixed, onValue }: Draw): ReactNode {
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
type Mode = (typeof modes)[number];

function Modes(props: {
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

function Editor({ check, ...props }: PayloadEditorProps & { readonly check: SchemaCheck }): ReactNode {
  const { fields, notes, onDraft, onSaved } = props;
  const mayWrite = useIdentity().role === 'operator';
  const saving = useSaving(props, onSaved);
  const [mode, setMode] = useState<Mode>('form');
  const [broken, setBroken] = useState(false);
  const [refused, setRefused] = useState(false);
  const [epoch, setEpoch] = useState(0);
  const top = useRef<HTMLFormElement>(null);
  const value = saving.draft?.value ?? props.value;
  const misfits = useMemo(() => check(value), [check, value]);
  const fits = misfits.length === 0 && !broken;
  useEffect(() => onDraft?.(value, fits), [onDraft, value, fits]);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    setRefused(!fits);
    if (fits) saving.save();
    else top.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  };
  const drop = (): void => {
    setBroken(false);
    setRefused(false);
    setEpoch(epoch + 1);
  };
  const shared = { value, misfits, fixed: !mayWrite, onValue: saving.edit };
  const changed = broken || !isSame(value, props.value);
  return (
    <form ref={top} className="editor" onSubmit={save}>
      <Modes mode={mode} fixed={broken} onMode={setMode} />
      {mode === 'form' ? (
        <Form {...shared} {...{ fields, notes }} />
      ) : (
        <JsonPane key={epoch} {...shared} onBroken={setBroken} />
      )}
      <SaveBar
        {...{ saving, changed, mayWrite }}
        isNew={!props.crumb}
        refused={refused && !fits}
        places={broken ? 0 : misfits.length}
        onDrop={drop}
      />
    </form>
  );
}

/** Edits one payload, by a form or as JSON, and saves only what its published schema has nothing against. */
export default function PayloadEditor(props: PayloadEditorProps): ReactNode {
  const { schemaName } = props;
  const client = useClient();
  const queryFn = async (): Promise<SchemaCheck> => schemaCheck(await client.schema(schemaName));
  const check = useQuery({ queryKey: ['schema', schemaName], queryFn, staleTime: Infinity });
  return (
    <Asked query={check} what="Loading the schema">
      {(ready) => <Editor {...props} check={ready} />}
    </Asked>
  );
}
