import { isObject } from '@crumbtrail/contracts';

/** The parts of a JSON pointer (RFC 6901), also of one in a fragment, where a character may be percent-encoded. */
export function segmentsOf(pointer: string): string[] {
  const segments = pointer.split('/').slice(1);
  return segments.map((one) => decode(one).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const DEFINED = /^#\/(?:\$defs|definitions)\/([A-Za-z0-9_.-]+)$/;
const MOST_SUBSCHEMAS = 3_000;

/** Every `$anchor` of a schema as `#name`, and every `$id`, with its part. */
function listNames(root: unknown): Map<string, unknown> {
  const names = new Map<string, unknown>();
  const open: unknown[] = [root];
  for (let read = 0; open.length > 0 && read < MOST_SUBSCHEMAS; read += 1) {
    const at = open.pop();
    if (typeof at !== 'object' || at === null) continue;
    const { $anchor: anchor, $id: id } = at as Record<string, unknown>;
    if (typeof anchor === 'string') names.set(`#${anchor}`, at);
    if (typeof id === 'string') names.set(id, at);
    open.push(...(Object.values(at) as unknown[]));
  }
  return names;
}

/** Turns each reference into one to a name in `$defs`, and lists what those names stand for. */
export class SchemaReferences {
  private readonly names = new Map<string, string>();
  private anchors: Map<string, unknown> | undefined;
  /** Parts that a reference has named, and that are not in `$defs` yet. */
  private readonly waiting: (readonly [name: string, part: unknown])[] = [];

  constructor(private readonly root: Readonly<Record<string, unknown>>) {}

  /** The reference as `#/$defs/…`. One to nothing stays as it is. */
  rename(reference: string): string {
    const [, defined] = DEFINED.exec(reference) ?? [];
    const name = defined ?? this.names.get(reference) ?? this.nameOf(reference);
    return name === undefined ? reference : `#/$defs/${name}`;
  }

  /** The next part that has been named; undefined when there is none left. */
  next(): readonly [name: string, part: unknown] | undefined {
    return this.waiting.shift();
  }

  private nameOf(reference: string): string | undefined {
    const part = this.partAt(reference);
    if (!isObject(part)) return undefined;
    const name = this.freeName();
    this.names.set(reference, name);
    this.waiting.push([name, part]);
    return name;
  }

  private freeName(): string {
    const { $defs, definitions } = this.root;
    const defined = [$defs, definitions].flatMap((one) => (isObject(one) ? Object.keys(one) : []));
    const taken = new Set([...defined, ...this.names.values()]);
    let nth = this.names.size + 1;
    while (taken.has(`part.${nth}`)) nth += 1;
    return `part.${nth}`;
  }

  private partAt(reference: string): unknown {
    if (reference === '#') return this.withoutDefinitions();
    if (!reference.startsWith('#/')) return (this.anchors ??= listNames(this.root)).get(reference);
    let at: unknown = this.root;
    for (const name of segmentsOf(reference)) {
      at =
        typeof at === 'object' && at !== null && Object.hasOwn(at, name)
          ? (at as Record<string, unknown>)[name]
          : undefined;
    }
    return at;
  }

  private withoutDefinitions(): Record<string, unknown> {
    const { $defs: _defs, definitions: _definitions, ...schema } = this.root;
    return schema;
  }
}
