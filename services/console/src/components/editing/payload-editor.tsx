import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useClient, useIdentity } from '../../api/client';
import { useUnsavedChanges } from '../../routing/unsaved-changes';
import { type SchemaValidator, compileSchema } from './schema-validator';
import { QueryResult } from '../query-result';
import './editing.css';
import { JsonEditor } from './json-editor';
import { type PayloadFormProps, type EditMode, EditModeSwitch, PayloadForm } from './payload-form';
import { isEqualJson, type JsonObject } from './json-pointer';
import { SaveBar } from './save-bar';
import { type EditTarget, type SaveAction, usePayloadDraft } from './use-payload-draft';

/** The properties of {@link PayloadEditor}. */
export interface PayloadEditorProps extends EditTarget, Pick<PayloadFormProps, 'fields' | 'notes'> {
  readonly onDraft?: (value: JsonObject, isValid: boolean) => void;
  readonly onSaved?: (value: JsonObject) => void;
  /** Of the button that saves what is not stored yet. Default: `Create`. */
  readonly createLabel?: string;
  /** How it is saved. Default: as the breadcrumb itself. */
  readonly saving?: SaveAction;
  /** A second way to save, with a button of its own. */
  readonly alternative?: SaveAction;
}

const saveLabel = ({ saving, crumb, createLabel = 'Create' }: PayloadEditorProps): string =>
  saving?.label ?? (crumb ? 'Save' : createLabel);

function Editor({ check, ...props }: PayloadEditorProps & { readonly check: SchemaValidator }): ReactNode {
  const { fields, notes, onDraft, onSaved, saving, alternative } = props;
  const mayWrite = useIdentity().role === 'operator';
  const draft = usePayloadDraft(props, onSaved);
  const [mode, setMode] = useState<EditMode>('form');
  const [broken, setBroken] = useState(false);
  const [refused, setRefused] = useState(false);
  const [epoch, setEpoch] = useState(0);
  const top = useRef<HTMLFormElement>(null);
  const value = draft.current?.value ?? props.value;
  const violations = useMemo(() => check(value), [check, value]);
  const isValid = violations.length === 0 && !broken;
  useEffect(() => onDraft?.(value, isValid), [onDraft, value, isValid]);
  const save = (how: SaveAction | undefined): void => {
    setRefused(!isValid);
    if (isValid) draft.save(how);
    else top.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save(saving);
  };
  const discard = (): void => {
    setBroken(false);
    setRefused(false);
    setEpoch(epoch + 1);
  };
  const shared = { value, violations, disabled: !mayWrite, onValue: draft.edit };
  const changed = broken || !isEqualJson(value, props.value);
  useUnsavedChanges(changed);
  return (
    <form ref={top} className="editor" onSubmit={submit}>
      <EditModeSwitch mode={mode} disabled={broken} onMode={setMode} />
      {mode === 'form' ? (
        <PayloadForm {...shared} fields={fields} notes={notes} />
      ) : (
        <JsonEditor key={epoch} {...shared} onBroken={setBroken} />
      )}
      <SaveBar
        draft={draft}
        isChanged={changed}
        mayWrite={mayWrite}
        isNew={!props.crumb}
        refused={refused && !isValid}
        violations={broken ? 0 : violations.length}
        label={saveLabel(props)}
        alternative={alternative?.label}
        onAlternative={() => save(alternative)}
        onDiscard={discard}
      />
    </form>
  );
}

/** Edits a payload as a form or as JSON, and saves it only if it is valid against its published schema. */
export default function PayloadEditor(props: PayloadEditorProps): ReactNode {
  const { schemaName } = props;
  const client = useClient();
  const queryFn = async (): Promise<SchemaValidator> => compileSchema(await client.schema(schemaName));
  const check = useQuery({ queryKey: ['schema', schemaName], queryFn, staleTime: Infinity });
  return (
    <QueryResult query={check} label="Loading the schema">
      {(ready) => <Editor {...props} check={ready} />}
    </QueryResult>
  );
}
