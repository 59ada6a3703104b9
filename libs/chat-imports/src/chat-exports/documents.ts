import { RE2JS } from 're2js';
import { isItem, itemIn, listIn, textIn, type JsonItem } from './conversation';

/** A change of a document that was made in a conversation. */
export type DocumentChange = {
  /** Unlike those of all other documents of the conversation. */
  readonly document: string;
  /** The number of the message that makes it, in the order of the talk. */
  readonly message: number;
  readonly name?: string;
} & ({ readonly content: string } | { readonly edit: (before: string) => string | undefined });

/** Documents as the conversation has left them. */
export interface FinalDocuments {
  /** The texts of the documents that a message was the last to change, each under its name, by the number of the message. */
  readonly texts: ReadonlyMap<number, readonly string[]>;
  /** Messages whose change could not be applied, once for each change. */
  readonly failed: readonly number[];
}

interface OpenDocument {
  readonly name: string;
  readonly content: string;
  readonly message: number;
}

function applyChange(before: OpenDocument | undefined, change: DocumentChange): OpenDocument | undefined {
  const content = 'content' in change ? change.content : before && change.edit(before.content);
  if (content === undefined) return undefined;
  return { name: change.name ?? before?.name ?? 'document', content, message: change.message };
}

/** Applies the changes of all documents of a conversation in their order. */
export function finalDocuments(changes: readonly DocumentChange[]): FinalDocuments {
  const open = new Map<string, OpenDocument>();
  const failed: number[] = [];
  for (const change of changes) {
    const changed = applyChange(open.get(change.document), change);
    if (changed) open.set(change.document, changed);
    else failed.push(change.message);
  }
  const texts = new Map<number, string[]>();
  for (const { name, content, message } of open.values())
    texts.set(message, [...(texts.get(message) ?? []), `${name}:\n${content}`]);
  return { texts, failed };
}

/** The text with one part of it replaced; undefined where it does not hold that part. */
function replaceOnce(text: string, old: string, by: string): string | undefined {
  const at = text.indexOf(old);
  return at === -1 ? undefined : text.slice(0, at) + by + text.slice(at + old.length);
}

const replaceIn =
  (old: unknown, by: unknown) =>
  (before: string): string | undefined =>
    typeof old === 'string' && old !== '' && typeof by === 'string' ? replaceOnce(before, old, by) : undefined;

/** Files that Claude makes for the person stand here; those elsewhere are its own notes. */
const OUTPUTS = '/mnt/user-data/outputs/';

/** A change that a part of Claude's message makes, as a tool call: `artifacts`, or a file among the outputs. */
export function changeOfClaude(part: unknown, message: number): DocumentChange | undefined {
  if (!isItem(part) || part['type'] !== 'tool_use') return undefined;
  const input = itemIn(part['input']);
  if (part['name'] === 'artifacts') return changeOfArtifact(input, message);
  const path = textIn(input['path']);
  if (path?.startsWith(OUTPUTS) !== true) return undefined;
  const file = { document: path, message, name: path.slice(OUTPUTS.length) };
  const { file_text: content, old_str: old, new_str: by } = input;
  if (part['name'] === 'create_file' && typeof content === 'string') return { ...file, content };
  return part['name'] === 'str_replace' ? { ...file, edit: replaceIn(old, by ?? '') } : undefined;
}

function changeOfArtifact(input: JsonItem, message: number): DocumentChange {
  const name = textIn(input['title']);
  const one = { document: textIn(input['id']) ?? 'artifact', message, ...(name === undefined ? {} : { name }) };
  const { content, command, old_str: old, new_str: by } = input;
  if (command !== 'update' && typeof content === 'string') return { ...one, content };
  return { ...one, edit: replaceIn(old, by) };
}

/** Everything, as ChatGPT writes it when it rewrites a document. */
const EVERYTHING: ReadonlySet<unknown> = new Set(['.*', '^.*$', '(?s).*', '(.|\\n)*', '[\\s\\S]*']);

/** Replaces what a regular expression of Python finds; undefined where it finds nothing or is none. A linear engine, because the pattern is foreign. */
function replacePattern(text: string, { pattern, multiple, replacement }: JsonItem): string | undefined {
  if (typeof pattern !== 'string' || typeof replacement !== 'string') return undefined;
  if (EVERYTHING.has(pattern)) return replacement;
  try {
    const found = RE2JS.compile(pattern).matcher(text);
    if (!found.find()) return undefined;
    if (multiple !== true) return text.slice(0, found.start()) + replacement + text.slice(found.end());
    return RE2JS.compile(pattern).matcher(text).replaceAll(RE2JS.quoteReplacement(replacement));
  } catch {
    return replaceOnce(text, pattern, replacement);
  }
}

const applyUpdates =
  (updates: readonly unknown[]) =>
  (before: string): string | undefined =>
    updates.reduce<string | undefined>(
      (text, update) => (text === undefined ? undefined : replacePattern(text, itemIn(update))),
      before,
    );

function parseItem(text: string): JsonItem {
  try {
    return itemIn(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Which document a change is of, and which message makes it. */
type ChangePlace = Pick<DocumentChange, 'document' | 'message'>;

/** A change of a document in the canvas of ChatGPT: a call of `canmore.create_textdoc` or `canmore.update_textdoc` with its arguments; undefined for other calls. */
export function changeOfCanvas(call: string, text: string, place: ChangePlace): DocumentChange | undefined {
  const { name, content, updates } = parseItem(text);
  const named = textIn(name);
  if (call === 'canmore.create_textdoc' && typeof content === 'string')
    return { ...place, content, ...(named === undefined ? {} : { name: named }) };
  return call === 'canmore.update_textdoc' ? { ...place, edit: applyUpdates(listIn(updates)) } : undefined;
}
