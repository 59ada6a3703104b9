import type { Approval } from '@crumbtrail/client';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { JsonEditor } from '../../components/editing/json-editor';
import type { JsonObject } from '../../components/editing/json-pointer';
import { compileSchema, type SchemaViolation } from '../../components/editing/schema-validator';
import '../../components/editing/editing.css';
import { ErrorNotice } from '../../components/error-notice';
import { useDecision } from './use-decision';

/** A schema that the page cannot compile reports nothing, because the gateway validates again. */
function violationsOf(schema: object | undefined, value: JsonObject): readonly SchemaViolation[] {
  try {
    return schema === undefined ? [] : compileSchema(schema)(value);
  } catch {
    return [];
  }
}

/** The arguments of a call as JSON, to be changed. */
function ArgumentsEditor(props: {
  readonly value: JsonObject;
  readonly violations: readonly SchemaViolation[];
  readonly disabled: boolean;
  readonly onValue: (value: JsonObject) => void;
  readonly onBroken: (broken: boolean) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const { onCancel, ...editing } = props;
  return (
    <>
      <JsonEditor {...editing} label="Arguments as JSON" rows={6} />
      <button type="button" disabled={editing.disabled} onClick={onCancel}>
        Cancel the changes
      </button>
    </>
  );
}

/** Approves a call, with its arguments or with changed ones, or denies it. */
export function DecideCall({ approval }: { readonly approval: Approval }): ReactNode {
  const { id, tool, input_schema } = approval;
  const [input, setInput] = useState<JsonObject>();
  const [broken, setBroken] = useState(false);
  const [reason, setReason] = useState('');
  const reasonId = useId();
  const { mutate, isPending, error } = useDecision(id);
  const violations = useMemo(() => (input ? violationsOf(input_schema, input) : []), [input_schema, input]);
  const isInvalid = input !== undefined && (broken || violations.length > 0);
  const cancelChanges = (): void => {
    setInput(undefined);
    setBroken(false);
  };
  return (
    <>
      {input ? (
        <ArgumentsEditor
          value={input}
          violations={violations}
          disabled={isPending}
          onValue={setInput}
          onBroken={setBroken}
          onCancel={cancelChanges}
        />
      ) : (
        <button type="button" onClick={() => setInput({ ...approval.arguments })}>
          Change the arguments
        </button>
      )}
      <div className="field">
        <label htmlFor={reasonId}>Reason (the agent reads it)</label>
        <input id={reasonId} value={reason} maxLength={4096} onChange={({ target }) => setReason(target.value)} />
      </div>
      <div className="row">
        <button
          type="button"
          className="primary"
          disabled={isPending || isInvalid}
          aria-label={`${input ? 'Approve with changes' : 'Approve'}: ${tool}`}
          onClick={() => mutate({ verb: 'approve', reason, ...(input && { input }) })}
        >
          {input ? 'Approve with changes' : 'Approve'}
        </button>
        <button
          type="button"
          disabled={isPending}
          aria-label={`Deny: ${tool}`}
          onClick={() => mutate({ verb: 'deny', reason })}
        >
          Deny
        </button>
        <span role="status">{isPending ? 'Saving…' : ''}</span>
      </div>
      {error && <ErrorNotice error={error} />}
    </>
  );
}
