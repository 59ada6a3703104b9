import type { ReactNode } from 'react';

/** Chooses files to attach to a message; each can be removed again. */
export function FilesField(props: {
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
}): ReactNode {
  const { files, onChange } = props;
  return (
    <div className="message-files">
      <label className="file-button">
        Attach files
        <input
          type="file"
          multiple
          className="hidden"
          onChange={({ target }) => {
            onChange([...files, ...(target.files ?? [])]);
            // Else the same file could not be chosen again after it was removed.
            target.value = '';
          }}
        />
      </label>
      {files.map((file, at) => (
        <span key={`${at} ${file.name}`}>
          {file.name}{' '}
          <button
            type="button"
            aria-label={`Remove ${file.name}`}
            onClick={() => onChange(files.filter((one) => one !== file))}
          >
            ×
          </button>
        </span>
      ))}
    </div>
  );
}
