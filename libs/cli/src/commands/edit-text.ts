import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../cli-error';
import { editorCommand, environment } from '../config';
import { loadText } from '../load-text';

/** Lets the user change a text in the editor; the draft, which only the user can read, is removed. */
export function editText(text: string, name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'crumb-'));
  const file = join(folder, name);
  try {
    writeFileSync(file, text, { mode: 0o600 });
    const editor = editorCommand();
    // Through a shell, because the variable may hold options: EDITOR="code --wait".
    const { status, error } = spawnSync(`${editor} "$CRUMB_DRAFT"`, {
      stdio: 'inherit',
      shell: true,
      env: { ...environment(), CRUMB_DRAFT: file },
    });
    if (error || status !== 0)
      throw new CliError(`The editor (${editor}) failed: nothing was changed. Set EDITOR to another one.`);
    return loadText(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
