import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useClient, useIdentity } from '../../data/client';
import { type SchemaCheck, schemaCheck } from '../../data/schema-check';
import { Asked } from '../asked';
import './editing.css';
import { JsonPane } from './json-pane';
import { type Drawn, type Mode, Modes, PayloadForm } from './payload-form';
import { isSame, type Json } from './pointer';
import { SaveBar } from './save-bar';
import { type Edited, useSaving } from './use-saving';

/** What a payload's editor is given. */
export interface PayloadEditorProps extends Edited, Pick<Drawn, 'fields' | 'notes'> {
  readonly onDraft?: (value: Json, fits: boolean) => void;
  readonly onSaved?: (value: Json) => void;
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
        <PayloadForm {...shared} {...{ fields, notes }} />
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
