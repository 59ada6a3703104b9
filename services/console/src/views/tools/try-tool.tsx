import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import type { ToolDefV1 } from '@crumbtrail/contracts';
import { explainTryRefusal } from '@crumbtrail/contracts/grants';
import { useClient, useIdentity } from '../../api/client';
import { type SchemaViolation, compileSchema } from '../../components/editing/schema-validator';
import { JsonEditor } from '../../components/editing/json-editor';
import { type EditMode, EditModeSwitch, PayloadForm } from '../../components/editing/payload-form';
import type { JsonObject } from '../../components/editing/json-pointer';
import '../../components/editing/editing.css';
import { ErrorNotice } from '../../components/error-notice';
import { schemaFields } from './schema-fields';
import { type ToolEntry, toolSettings } from './tool-entries';
import { TrialResult } from './trial-result';

/** Validates arguments. A schema the page cannot compile reports nothing, because the gateway validates again. */
function validateArguments(input: object, value: JsonObject): readonly SchemaViolation[] {
  try {
    return compileSchema(input)(value);
  } catch {
    return [];
  }
}

interface ArgumentsDraft {
  readonly value: JsonObject;
  /** Incremented when an example is filled in, which resets the fields. */
  readonly epoch: number;
}

function Examples(props: {
  readonly examples: NonNullable<ToolDefV1['examples']>;
  readonly onExample: (input: JsonObject) => void;
}): ReactNode {
  return props.examples.map(({ input }, at) => (
    <button key={at} type="button" onClick={() => props.onExample(input)}>
      {props.examples.length === 1 ? 'Fill in the example' : `Fill in example ${at + 1}`}
    </button>
  ));
}

function Confirm(props: {
  readonly name: string;
  readonly confirmed: boolean;
  readonly onConfirmed: (confirmed: boolean) => void;
}): ReactNode {
  return (
    <label className="confirm">
      <input
        type="checkbox"
        required
        checked={props.confirmed}
        onChange={({ target }) => props.onConfirmed(target.checked)}
      />{' '}
      I understand: this runs “{props.name}” for real and can’t be undone.
    </label>
  );
}

function trialStatus({ busy, violations, refused }: { busy: boolean; violations: number; refused: boolean }): string {
  if (busy) return 'Running…';
  if (refused) return 'Not run: invalid JSON.';
  return violations === 0 ? '' : `Not run: fix ${violations} invalid ${violations === 1 ? 'field' : 'fields'}.`;
}

/** The edited arguments and the state of the trial. */
function useToolTrial(tool: ToolEntry) {
  const { name, input } = tool.crumb.context;
  const atMostOnce = toolSettings(tool).effect === 'at_most_once';
  const client = useClient();
  const [draft, setDraft] = useState<ArgumentsDraft>({ value: {}, epoch: 0 });
  const [broken, setBroken] = useState(false);
  const [wasRefused, setWasRefused] = useState(false);
  const [confirmed, setConfirmed] = useState(false);
  const found = useMemo(() => validateArguments(input, draft.value), [input, draft.value]);
  const running = useMutation({
    mutationFn: () => client.tryTool(name, { arguments: draft.value, ...(atMostOnce ? { confirmed } : {}) }),
    onSettled: () => setConfirmed(false),
  });
  return {
    draft,
    atMostOnce,
    broken,
    setBroken,
    confirmed,
    setConfirmed,
    running,
    /** Violations are shown only after the first attempt to run. */
    violations: wasRefused ? found : [],
    refused: wasRefused && broken,
    edit: (value: JsonObject) => setDraft({ ...draft, value }),
    fillIn: (value: JsonObject) => {
      setBroken(false);
      setDraft({ value, epoch: draft.epoch + 1 });
    },
    /** Runs the tool if the arguments are valid; returns whether it did. */
    start: (): boolean => {
      const isValid = found.length === 0 && !broken;
      setWasRefused(!isValid);
      if (isValid) running.mutate();
      return isValid;
    },
  };
}

type ToolTrialState = ReturnType<typeof useToolTrial>;

function Arguments({ tool, trial }: { readonly tool: ToolEntry; readonly trial: ToolTrialState }): ReactNode {
  const { input, examples = [] } = tool.crumb.context;
  const fields = useMemo(() => schemaFields(input), [input]);
  const [mode, setMode] = useState<EditMode>(fields.length > 0 ? 'form' : 'json');
  const { draft, violations, running, broken } = trial;
  const shared = { value: draft.value, violations, disabled: running.isPending, onValue: trial.edit };
  return (
    <>
      <div className="row">
        {fields.length > 0 && <EditModeSwitch mode={mode} disabled={broken} onMode={setMode} />}
        <Examples examples={examples} onExample={trial.fillIn} />
      </div>
      {mode === 'form' ? (
        <PayloadForm key={draft.epoch} {...shared} fields={fields} />
      ) : (
        <JsonEditor key={draft.epoch} {...shared} label="Arguments as JSON" rows={8} onBroken={trial.setBroken} />
      )}
    </>
  );
}

function TryForm({ tool }: { readonly tool: ToolEntry }): ReactNode {
  const { name } = tool.crumb.context;
  const form = useRef<HTMLFormElement>(null);
  const trial = useToolTrial(tool);
  const { running, atMostOnce, confirmed, setConfirmed, violations, refused } = trial;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (trial.start()) return;
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  return (
    <form ref={form} className="editor" onSubmit={submit} aria-label={`Try ${name}`}>
      <Arguments tool={tool} trial={trial} />
      {atMostOnce && <Confirm name={name} confirmed={confirmed} onConfirmed={setConfirmed} />}
      <div className="row">
        <button type="submit" className="primary" disabled={running.isPending}>
          Try it
        </button>
        <span role="status">{trialStatus({ busy: running.isPending, violations: violations.length, refused })}</span>
      </div>
      {running.error !== null && <ErrorNotice error={running.error} />}
      {running.data && !running.isPending && <TrialResult trial={running.data} />}
    </form>
  );
}

/** A form to run a tool with arguments, for operators only. */
export function TryTool({ tool }: { readonly tool: ToolEntry }): ReactNode {
  const mayTry = useIdentity().role === 'operator';
  const why = explainTryRefusal(tool.crumb.context);
  if (why !== null) return <p className="soft">{why}</p>;
  if (!mayTry) return <p className="soft">Only operators can try tools.</p>;
  return (
    <>
      <p className="soft">
        Runs as it would for an agent. No agent is woken, and only operators see the result in the log.
      </p>
      <TryForm tool={tool} />
    </>
  );
}
