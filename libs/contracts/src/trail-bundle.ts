import type { Erased } from './operations/reading';
import type { TrailNode } from './operations/trails';
import { sha256 } from './content-hash';
import type { Envelope, Participant } from './record';

/** Format name and version of an exported trail. */
export const BUNDLE_FORMAT = 'crumbtrail.trail/1';

/** The header of an exported trail: which trail, when and for whom it was exported, and what is missing from it. */
export interface BundleHead {
  readonly format: typeof BUNDLE_FORMAT;
  readonly workspace: string;
  readonly trail_id: string;
  /** Log position at which it was read. */
  readonly position: number;
  readonly exported_at: string;
  readonly exported_by: Participant;
  readonly role: string;
  /** Number of crumbs of the trail that the exporter may not see. */
  readonly hidden: number;
  /** Number of crumbs that the exporter may see, but that exceed the limit of an export. */
  readonly beyond: number;
}

/** A crumb's place in its trail. */
interface Branch {
  readonly id: string;
  readonly children: readonly Branch[];
}

/** The content of each kind of part. */
export interface BundleParts {
  readonly head: BundleHead;
  readonly node: TrailNode;
  readonly tree: readonly Branch[];
  readonly crumb: Envelope | Erased;
  /** The reply of GET /v1/contexts/{id}/explain: the text that the agent saw, its prompt, and the account in words. */
  readonly context: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly end: { readonly parts: number; readonly sha256: string };
}

type Kind = keyof BundleParts;
const KINDS: readonly string[] = ['head', 'node', 'tree', 'crumb', 'context', 'end'] satisfies Kind[];

interface Line {
  readonly n: number;
  readonly part: Kind;
  readonly name: string;
  readonly sha256: string;
  readonly data: unknown;
}

/** An exported trail that was read back. */
export interface TrailBundle {
  readonly head: BundleHead;
  readonly nodes: readonly TrailNode[];
  readonly tree: readonly Branch[];
  readonly crumbs: readonly (Envelope | Erased)[];
  readonly contexts: readonly BundleParts['context'][];
  /** Over all parts. */
  readonly sha256: string;
}

/** Thrown when a file is not an exported trail, or was changed; the message names the part. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}

const hashOf = ({ n, part, name, data }: Omit<Line, 'sha256'>): string => sha256(JSON.stringify([n, part, name, data]));
const overAll = (hashes: readonly string[]): string => sha256(hashes.join('\n'));

/** Writes an exported trail part by part, one per line; the last line is {@link end}. */
export class BundleWriter {
  private readonly hashes: string[] = [];

  part<K extends Exclude<Kind, 'end'>>(part: K, name: string, data: BundleParts[K]): string {
    return this.line(part, name, data);
  }

  end(): string {
    return this.line('end', 'end', { parts: this.hashes.length, sha256: overAll(this.hashes) });
  }

  private line(part: Kind, name: string, data: unknown): string {
    const named = { n: this.hashes.length, part, name, data };
    const hash = hashOf(named);
    this.hashes.push(hash);
    return `${JSON.stringify({ n: named.n, part, name, sha256: hash, data })}\n`;
  }
}

const NO_BUNDLE = 'This is not an exported trail: `crumb trail export` writes one.';

function parseLine(text: string): Line | null {
  try {
    const line = JSON.parse(text) as Line | null;
    const isLine = typeof line?.n === 'number' && typeof line.name === 'string' && KINDS.includes(line.part);
    return isLine && typeof line.sha256 === 'string' ? line : null;
  } catch {
    return null;
  }
}

/** Reads an exported trail, and refuses any part that differs from what was written. */
export class BundleReader {
  private readonly found: { [K in Kind]: BundleParts[K][] } = {
    head: [],
    node: [],
    tree: [],
    crumb: [],
    context: [],
    end: [],
  };
  private readonly hashes: string[] = [];
  private before = 'the beginning';
  private broken: number | null = null;

  /** Takes the next line of the file. Throws {@link BundleError}. */
  take(text: string): void {
    if (text.trim() === '') return;
    if (this.broken !== null) throw new BundleError(`Part ${this.broken} was changed: it is no longer readable.`);
    if (this.found.end.length > 0) throw new BundleError('Something was added after the end of this exported trail.');
    const line = parseLine(text);
    if (line) return this.keep(line);
    if (this.hashes.length === 0) throw new BundleError(NO_BUNDLE);
    this.broken = this.hashes.length;
  }

  /** The trail, once all lines were read. Throws {@link BundleError}. */
  done(): TrailBundle {
    const [head, tree, end] = [this.found.head[0], this.found.tree[0], this.found.end[0]];
    if (!head) throw new BundleError(NO_BUNDLE);
    if (!tree || !end) {
      const where = this.broken === null ? `after ${this.before}` : `within part ${this.broken}, after ${this.before}`;
      throw new BundleError(`This exported trail is incomplete: it ends ${where}, and its end is missing.`);
    }
    const { node: nodes, crumb: crumbs, context: contexts } = this.found;
    return { head, nodes, tree, crumbs, contexts, sha256: end.sha256 };
  }

  private keep(line: Line): void {
    const n = this.hashes.length;
    if (n === 0) requireHead(line);
    if (line.n !== n)
      throw new BundleError(`Part ${n}, which came after ${this.before}, is missing or out of its place.`);
    const what = `Part ${n} (${line.name})`;
    if (hashOf(line) !== line.sha256) throw new BundleError(`${what} was changed after it was exported.`);
    if (line.part === 'end') this.requireAll(line.data as BundleParts['end']);
    this.hashes.push(line.sha256);
    this.before = `part ${n} (${line.name})`;
    (this.found[line.part] as unknown[]).push(line.data);
  }

  /** Checks that the parts match the counts and the hash in the end part. */
  private requireAll({ parts, sha256: all }: BundleParts['end']): void {
    if (parts === this.hashes.length && all === overAll(this.hashes)) return;
    throw new BundleError('The end of this exported trail does not belong to its parts: one was taken out or put in.');
  }
}

function requireHead({ part, data }: Line): void {
  const { format } = (data ?? {}) as { format?: unknown };
  if (part !== 'head' || typeof format !== 'string') throw new BundleError(NO_BUNDLE);
  if (format === BUNDLE_FORMAT) return;
  throw new BundleError(`This trail was exported as ${format}, and ${BUNDLE_FORMAT} is what is read here.`);
}
