import { AgentDef, isObject, LoreEntry, Scene, type Envelope } from '@crumbtrail/contracts';
import { isDeepStrictEqual } from 'node:util';
import { CliError } from '../../cli-error';
import type { Shell } from '../../shell';
import { loadAll } from './load-books';
import { labelOf, type ImportedRecord, type ReadImport } from './read-import';

/** A record that differs from the one that is stored. */
export interface ChangedRecord {
  readonly id: string;
  readonly version: number;
  readonly record: ImportedRecord;
}

/** What an import has to write. */
export interface ImportPlan {
  readonly created: readonly ImportedRecord[];
  readonly changed: readonly ChangedRecord[];
  readonly unchanged: number;
  /** Ids of entries of the book that the file does not hold. They stay. */
  readonly absent: readonly string[];
}

type Context = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Context => (isObject(value) ? value : {});

/** The lore of both scenes: the settings that were there, and the books of both. */
function joinLore(before: Context, lore: unknown): Context {
  const books = [before, objectOf(lore)].flatMap((one) =>
    Array.isArray(one['books']) ? (one['books'] as unknown[]) : [],
  );
  return { ...before, ...objectOf(lore), books: [...new Set(books)] };
}

/**
 * The stored record with what the file says. A book and an entry are replaced; an agent keeps what a card says nothing of (model, tools,
 * subscriptions), and a scene keeps its other texts and books.
 */
function merge({ schema_name, context }: ImportedRecord, before: Context): Context {
  if (schema_name === AgentDef.name) return { ...before, ...context, subscriptions: before['subscriptions'] };
  if (schema_name !== Scene.name) return context;
  const lore = context['lore'] === undefined ? {} : { lore: joinLore(objectOf(before['lore']), context['lore']) };
  return { ...before, ...context, ...lore };
}

const asStored = (context: Context): unknown => JSON.parse(JSON.stringify(context));

/** What is stored of the kinds of record that an import holds, by label. */
async function loadStored(shell: Shell, records: readonly ImportedRecord[]): Promise<Map<string, Envelope>> {
  const schemas = [...new Set(records.map(({ schema_name }) => schema_name))];
  const crumbs = (await Promise.all(schemas.map((schema) => loadAll(shell, schema)))).flat();
  return new Map(crumbs.map((crumb) => [labelOf(crumb.schema_name, crumb.context), crumb]));
}

/** The error for an agent that has another name than the card: the id was made from the name, so the card is of another agent. */
function refuseOtherAgent({ context }: Envelope, record: ImportedRecord): CliError {
  const id = String(context['agent']);
  return new CliError(
    `Nothing was imported: the agent ${id} is called "${String(context['name'])}", and the card "${String(record.context['name'])}". ` +
      `Give --agent and another id to keep both, or --agent ${id} to change that agent.`,
  );
}

const isOtherAgent = ({ schema_name, context }: Envelope, record: ImportedRecord): boolean =>
  schema_name === AgentDef.name && context['name'] !== undefined && context['name'] !== record.context['name'];

/** Compares an import with what is stored. Throws CliError where it would change an agent of another name that nobody named (`isNamed`). */
export async function planImport(
  shell: Shell,
  { records, book }: Pick<ReadImport, 'records' | 'book'>,
  isNamed: boolean,
): Promise<ImportPlan> {
  const stored = await loadStored(shell, records);
  const known = records.flatMap((record) => {
    const crumb = stored.get(record.label);
    if (crumb && !isNamed && isOtherAgent(crumb, record)) throw refuseOtherAgent(crumb, record);
    return crumb ? [{ crumb, record: { ...record, context: merge(record, crumb.context) } }] : [];
  });
  const changed = known.filter(({ crumb, record }) => !isDeepStrictEqual(crumb.context, asStored(record.context)));
  const labels = new Set(records.map(({ label }) => label));
  const absent = [...stored].flatMap(([label, { schema_name, context }]) =>
    schema_name === LoreEntry.name && context['book'] === book && !labels.has(label) ? [String(context['id'])] : [],
  );
  return {
    created: records.filter(({ label }) => !stored.has(label)),
    changed: changed.map(({ crumb: { id, version }, record }) => ({ id, version, record })),
    unchanged: known.length - changed.length,
    absent,
  };
}
