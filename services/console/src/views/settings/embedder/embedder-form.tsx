import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { ErrorNotice } from '../../../components/error-notice';
import { TextField } from '../text-field';
import { describeSwitch } from './describe-switch';
import { type ShownEmbeddings, type TriedEmbedder, useChooseEmbedder, useTestEmbedder } from './use-embeddings';

type Choices = NonNullable<ShownEmbeddings['choices']>;

const TITLES: Readonly<Record<Choices[number]['use'], string>> = {
  words: 'words: built in, meanings of English words',
  lexical: 'lexical: built in, spellings alone',
  openai: 'A server that speaks the OpenAI protocol, such as Ollama',
  onnx: 'A model on this machine (ONNX)',
};

/** The fields of the form as text. */
interface EmbedderFields {
  readonly use: string;
  readonly model: string;
  readonly text: string;
  readonly other: string;
}

const hasModels = (use: string): boolean => use === 'openai' || use === 'onnx';

const nameOf = ({ use, model }: EmbedderFields): string =>
  hasModels(use) && model.trim() !== '' ? `${use}/${model.trim()}` : use;

/** The form of what was chosen last. */
function toEmbedderFields({ chosen }: ShownEmbeddings): EmbedderFields {
  const [use = 'words', ...model] = chosen.split('/');
  const texts = { text: 'The boat departs at nine.', other: 'When does the ferry leave?' };
  return { use, model: hasModels(use) ? model.join('/') : '', ...texts };
}

/** What came of the test, in words. */
function Tried({ tried }: { readonly tried: TriedEmbedder }): ReactNode {
  if (!tried.ok)
    return (
      <p role="status" className="trial bad">
        {tried.embedder} did not embed the texts: <bdi>{tried.message}</bdi>
      </p>
    );
  return (
    <p role="status" className="trial good">
      {tried.embedder}: likeness {tried.likeness.toFixed(2)} (1 is the same), {tried.dimensions} numbers a text,{' '}
      {tried.latency_ms} ms. {describeSwitch(tried)}
    </p>
  );
}

function KindField(props: {
  readonly choices: Choices;
  readonly value: string;
  readonly onChange: (use: string) => void;
}): ReactNode {
  const { choices, value, onChange } = props;
  const id = useId();
  const missing = choices.find(({ use }) => use === value)?.missing;
  return (
    <p className="setting">
      <label htmlFor={id}>Embedder</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {choices.map(({ use }) => (
          <option key={use} value={use}>
            {TITLES[use]}
          </option>
        ))}
      </select>
      {missing !== undefined && <span className="anywhere">{missing}</span>}
    </p>
  );
}

/** Asks before a switch, with what it takes where that is known. */
function Switch({ name, tried }: { readonly name: string; readonly tried: TriedEmbedder | undefined }): ReactNode {
  const { mutate, isPending, error } = useChooseEmbedder();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        Use it…
      </button>
      {error && <ErrorNotice error={error} />}
      {isAsking && (
        <ConfirmDialog
          label={`Use ${name}`}
          action="Use it"
          isPending={isPending}
          onConfirm={() => mutate(name, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>{tried?.ok ? describeSwitch(tried) : 'Test it first, to see what the switch would take.'}</p>
          <p>It is that of all workspaces. A server gets the texts of all of them.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** The form that tests an embedder, and switches to it. */
export function EmbedderForm({ state }: { readonly state: ShownEmbeddings }): ReactNode {
  const [fields, setFields] = useState(() => toEmbedderFields(state));
  const testing = useTestEmbedder();
  const change = (next: Partial<EmbedderFields>): void => {
    setFields({ ...fields, ...next });
    testing.reset();
  };
  const test = (event: FormEvent): void => {
    event.preventDefault();
    testing.mutate({ use: nameOf(fields), text: fields.text, other: fields.other });
  };
  return (
    <form className="model-form" aria-label="Test an embedder" onSubmit={test}>
      <KindField choices={state.choices ?? []} value={fields.use} onChange={(use) => change({ use, model: '' })} />
      {hasModels(fields.use) && (
        <TextField
          label="Model of the embedder"
          isRequired={fields.use === 'openai'}
          hint="As its server names it, such as nomic-embed-text"
          value={fields.model}
          onChange={(model) => change({ model })}
        />
      )}
      <TextField label="A sentence" isRequired value={fields.text} onChange={(text) => change({ text })} />
      <TextField label="A sentence like it" isRequired value={fields.other} onChange={(other) => change({ other })} />
      <div className="row">
        <button disabled={testing.isPending}>{testing.isPending ? 'Embedding…' : 'Test the embedder'}</button>
        <Switch name={nameOf(fields)} tried={testing.data} />
      </div>
      {testing.data && <Tried tried={testing.data} />}
      {testing.error && <ErrorNotice error={testing.error} />}
    </form>
  );
}
