import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useClient, useIdentity } from '../../api/client';
import { type SchemaValidator, compileSchema } from './schema-validator';
import { QueryResult } from '../query-result';
import './editing.css';
import { JsonEditor } from './json-editor';
import { type PayloadFormProps, type EditMode, EditModeSwitch, PayloadForm } from './payload-form';
import { isEqualJson, type JsonObject } from './json-pointer';
import { SaveBar } from './save-bar';
import { type EditTarget, usePayloadDraft } from './use-payload-draft';

/** What a payload's editor is given. */
export interface PayloadEditorProps extends EditTarget, Pick<PayloadFormProps, 'fields' | 'notes'> {
  readonly onDraft?: (value: JsonObject, fits: boolean) => void;
  readonly onSaved?: (value: JsonObject) => void;
}

function Editor({ check, ...props }: PayloadEditorProps & { readonly check: SchemaValidator }): ReactNode {
  const { fields, notes, onDraft, onSaved } = props;
  const mayWrite = useIdentity().role === 'operator';
  const saving = usePayloadDraft(props, onSaved);
  const [mode, setMode] = useState<EditMode>('form');
  const [broken, setBroken] = useState(false);
  const [refused, setRefused] = useState(false);
  const [epoch, setEpoch] = useState(0);
  const top = useRef<HTMLFormElement>(null);
  const value = saving.draft?.value ?? props.value;
  const violations = useMemo(() => check(value), [check, value]);
  const fits = violations.length === 0 && !broken;
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
  const shared = { value, violations, disabled: !mayWrite, onValue: saving.edit };
  const changed = broken || !isEqualJson(value, props.value);
  return (
    <form ref={top} className="editor" onSubmit={save}>
      <EditModeSwitch mode={mode} disabled={broken} onMode={setMode} />
      {mode === 'form' ? (
        <PayloadForm {...shared} {...{ fields, notes }} />
      ) : (
        <JsonEditor key={epoch} {...shared} onBroken={setBroken} />
      )}
      <SaveBar
        {...{ saving, changed, mayWrite }}
        isNew={!props.crumb}
        refused={refused && !fits}
        places={broken ? 0 : violations.length}
        onDrop={drop}
      />
    </form>
  );
}

/** Edits one payload, by a form or as JSON, and saves only what its published schema has nothing against. */
export default function PayloadEditor(props: PayloadEditorProps): ReactNode {
  const { schemaName } = props;
  const client = useClient();
  const queryFn = async (): Promise<SchemaValidator> => compileSchema(await client.schema(schemaName));
  const check = useQuery({ queryKey: ['schema', schemaName], queryFn, staleTime: Infinity });
  return (
    <QueryResult query={check} what="Loading the schema">
      {(ready) => <Editor {...props} check={ready} />}
    </QueryResult>
  );
}
