import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { CliError } from '../cli-error';
import { loadText } from '../load-text';
import type { Shell } from '../shell';

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseFile(file: string): unknown {
  const text = loadText(file);
  try {
    return file.endsWith('.json') ? (JSON.parse(text) as unknown) : (parse(text) as unknown);
  } catch (error) {
    throw new CliError(`Cannot read ${file}: ${(error as Error).message}`, 2);
  }
}

/** The definition in a JSON or YAML file: a payload of the schema, or a breadcrumb that holds one in `context`, as it is posted. Throws CliError. */
export function readDefinition(file: string, schema: string): Json {
  const value = parseFile(file);
  if (!isObject(value)) throw new CliError(`${file} must hold an object: a ${schema}.`, 2);
  if (value['schema_name'] === undefined) return value;
  if (value['schema_name'] === schema && isObject(value['context'])) return value['context'];
  throw new CliError(`${file} holds a ${String(value['schema_name'])} and not a ${schema} with a context.`, 2);
}

/** The fields of a definition that another one changes, by name: `+` added, `-` removed, `~` changed. */
function changedFields(before: Json, after: Json): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((name) => `${name in before ? (name in after ? '~' : '-') : '+'} ${name}`);
}

/** A definition to write, and the one that there is. */
export interface DefinitionWrite {
  readonly schema: string;
  /** What it is called in the output: `agent` or `tool`, and its name. */
  readonly kind: string;
  readonly name: string;
  readonly definition: Json;
  /** Absent where there is none yet. */
  readonly existing?: { readonly id: string; readonly version: number; readonly definition: Json } | undefined;
}

/** Writes a definition, or changes it, and prints which fields changed. */
export async function writeDefinition(shell: Shell, write: DefinitionWrite): Promise<void> {
  const { schema, kind, name, definition, existing } = write;
  const client = shell.client();
  if (!existing) {
    const { id, version } = await client.append({ schema_name: schema, context: definition });
    return shell.print({ [kind]: name, id, version, changed: [] }, () => [
      `Defined ${name}, version ${version} (${id}).`,
    ]);
  }
  const { id } = existing;
  const changed = changedFields(existing.definition, definition);
  if (changed.length === 0) {
    const { version } = existing;
    return shell.print({ [kind]: name, id, version, changed }, () => [
      `${name} is unchanged: version ${version} (${id}).`,
    ]);
  }
  const { version } = await client.change(id, existing.version, { context: definition });
  shell.print({ [kind]: name, id, version, changed }, () => [
    `Changed ${name} to version ${version} (${id}):`,
    ...changed,
  ]);
}
