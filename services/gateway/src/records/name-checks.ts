import { Injectable } from '@nestjs/common';
import {
  AgentDef,
  asPayload,
  describeUnknownName,
  List,
  LoreBook,
  LoreEntry,
  refuse,
  Scene,
  Session,
  singletonId,
  type Issue,
} from '@crumbtrail/contracts';
import type { Caller } from '../http/caller';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from './breadcrumb-reader';

type Payload = Readonly<Record<string, unknown>>;

/** A name in a payload, and where it stands. */
interface WrittenName {
  readonly kind: 'agent' | 'lorebook';
  readonly name: string;
  readonly path: string;
}

/** The largest page of a list. */
const PAGE = 500;

const DEFINED_BY = {
  agent: {
    identity: 'agent',
    schema: AgentDef.name,
    field: 'agent',
    otherwise: 'Define it with an agent.def.v1 first.',
  },
  lorebook: { identity: 'lore_book', schema: LoreBook.name, field: 'name', otherwise: 'Write its lore.book.v1 first.' },
} as const;

/** The agents and lorebooks that a session or a scene names; none in other payloads. A payload of a wrong shape is refused by the store. */
function writtenNames(schema: string, context: Payload): WrittenName[] {
  if (schema === Session.name) {
    const { members } = asPayload(Session.name, context);
    return (Array.isArray(members) ? members : []).flatMap(({ kind, id }, at) =>
      kind === 'agent' ? [{ kind: 'agent' as const, name: id, path: `/context/members/${at}/id` }] : [],
    );
  }
  if (schema !== Scene.name) return [];
  const { agent, lore } = asPayload(Scene.name, context);
  const books = Array.isArray(lore?.books) ? lore.books : [];
  return [
    ...(agent === undefined ? [] : [{ kind: 'agent' as const, name: agent, path: '/context/agent' }]),
    ...books.map((name, at) => ({ kind: 'lorebook' as const, name, path: `/context/lore/books/${at}` })),
  ];
}

/** The lorebook of an entry, which may be written after its entries; none in other payloads. */
function entryBook(schema: string, context: Payload): WrittenName[] {
  if (schema !== LoreEntry.name) return [];
  const { book } = asPayload(LoreEntry.name, context);
  return typeof book === 'string' ? [{ kind: 'lorebook', name: book, path: '/context/book' }] : [];
}

/** Refuses names of agents and lorebooks that do not exist, or warns of them: a name that is misspelt would have no effect. */
@Injectable()
export class NameChecks {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
  ) {}

  /**
   * Refuses the first new name of a session or a scene that nothing has. Names that were there `before` are left alone, and so are those of
   * a caller who is no operator and may read no name of this kind.
   */
  async requireKnown(caller: Caller, schema: string, context: Payload, before: Payload = {}): Promise<void> {
    const earlier = new Set(writtenNames(schema, before).map(({ kind, name }) => `${kind} ${name}`));
    const added = writtenNames(schema, context).filter(({ kind, name }) => !earlier.has(`${kind} ${name}`));
    if (added.length === 0) return;
    for (const written of await this.selectUnknown(caller, added)) {
      const issue = await this.describeUnknown(caller, written);
      if (issue) throw refuse('invalid_payload', issue.message, { issues: [issue] });
    }
  }

  /** Warnings about names that nothing has yet, and that may come: the lorebook of an entry. */
  async warnOfUnknown(caller: Caller, schema: string, context: Payload): Promise<readonly Issue[]> {
    const named = entryBook(schema, context);
    if (named.length === 0) return [];
    const unknown = await this.selectUnknown(caller, named);
    const issues = await Promise.all(unknown.map((written) => this.describeUnknown(caller, written)));
    return issues.filter((issue) => issue !== undefined);
  }

  /** Checks a change of a session or a scene against what it was. */
  async requireKnownIn(caller: Caller, id: string, context: Payload | undefined): Promise<void> {
    const mayName =
      context !== undefined && ['members', 'agent', 'lore'].some((field) => Object.hasOwn(context, field));
    if (!mayName) return;
    const [crumb] = await this.reader.readAvailable(caller, [{ id }]);
    if (crumb) await this.requireKnown(caller, crumb.schema_name, context, crumb.context);
  }

  private async selectUnknown(caller: Caller, names: readonly WrittenName[]): Promise<WrittenName[]> {
    const { workspace } = await this.requests.identify(caller);
    const idOf = ({ kind, name }: WrittenName): string => singletonId(workspace, DEFINED_BY[kind].identity, name);
    const found = await this.reader.readAvailable(
      caller,
      names.map((written) => ({ id: idOf(written) })),
    );
    const known = new Set(found.map(({ id }) => id));
    return names.filter((written) => !known.has(idOf(written)));
  }

  /** What is wrong with a name that nothing has; undefined where the caller may read no name of its kind, unless it is an operator, who reads all. */
  private async describeUnknown(caller: Caller, { kind, name, path }: WrittenName): Promise<Issue | undefined> {
    const { schema, field, otherwise } = DEFINED_BY[kind];
    const [{ crumbs }, { role }] = await Promise.all([
      this.requests.request(List, caller, { schema, limit: PAGE }),
      this.requests.identify(caller),
    ]);
    if (crumbs.length === 0 && role !== 'operator') return undefined;
    const names = crumbs.map(({ context }) => String(context[field]));
    return { path, rule: 'name', message: describeUnknownName(kind, { wanted: name, names }, otherwise) };
  }
}
