import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { useIdentity } from '../../api/client';
import { QueryResult } from '../../components/query-result';
import { ImportFile } from './import-file';
import './import.css';
import { type ImportChoice, useAgentIds } from './use-import';

/** A place to drop a file, or to choose one. */
function DropZone({ onFile }: { readonly onFile: (file: File) => void }): ReactNode {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <div
      className={isOver ? 'drop-zone over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id}>Drop an exported file here, or choose one:</label>
      <input
        id={id}
        type="file"
        accept=".json,.jsonl,.ndjson,.txt,.zip"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          target.value = '';
        }}
      />
    </div>
  );
}

function Import(): ReactNode {
  const agents = useAgentIds();
  const [choice, setChoice] = useState<ImportChoice>();
  const [files, setFiles] = useState(0);
  const choose = (file: File): void => {
    setChoice({ file, format: '', shared: false });
    setFiles(files + 1);
  };
  return (
    <>
      <DropZone onFile={choose} />
      {choice && (
        <QueryResult query={agents} label="Loading the agents">
          {(ids) => <ImportFile key={files} choice={choice} onChange={setChoice} agents={ids} />}
        </QueryResult>
      )}
    </>
  );
}

/** The import view: chats that another program has exported become history of this workspace. For operators. */
export default function ImportView(): ReactNode {
  const { role } = useIdentity();
  return (
    <div className="view">
      <h1>Import</h1>
      <p className="soft">
        Chats of ChatGPT, Claude, DeepSeek, Gemini, SillyTavern, Open WebUI, LibreChat, llama.cpp, LangSmith, Langfuse,
        OpenAI and ShareGPT become searchable history; no agent answers them. A ZIP archive is read as it is. The file
        is read in this browser.
      </p>
      {role === 'operator' ? <Import /> : <p>Only operators import chats.</p>}
    </div>
  );
}
