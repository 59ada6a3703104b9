import type {
  Draft,
  Envelope,
  Identity,
  KeyView,
  Participant,
  Patch,
  PreviewReply,
  PreviewRequest,
  Ref,
  Role,
  SearchReply,
  SearchRequest,
  StatusReply,
} from '@crumbtrail/contracts';
import { type Following, followStream, type StreamItem } from './follow';
import { type Asked, type Door, sendJson } from './http';
import { Refusal } from './refusal';
import type {
  Agent,
  Answered,
  EventFilter,
  Explanation,
  ListFilter,
  Page,
  Readiness,
  Receipt,
  RenderedView,
  TrailTree,
} from './shapes';

const id = (value: string): string => encodeURIComponent(value);
const ifMatch = (version: number): Record<string, string> => ({ 'If-Match': `"${version}"` });

/** How a write may be sent again without being done twice. */
export interface Writing {
  readonly idempotencyKey?: string | undefined;
}

const once = ({ idempotencyKey }: Writing): Record<string, string | undefined> => ({
  'Idempotency-Key': idempotencyKey,
});

/** The HTTP doors of Crumbtrail, typed. Every method rejects with Refusal or Unreachable. */
export class Crumbtrail {
  constructor(readonly door: Door) {}

  append(draft: Draft, writing: Writing = {}): Promise<Receipt> {
    return this.body('POST', 'v1/breadcrumbs', { body: draft, headers: once(writing) });
  }

  /** Up to 1,000 in one commit. `imported`: history that wakes no agent; operators only. */
  async appendBatch(
    drafts: readonly Draft[],
    { imported, ...writing }: Writing & { imported?: boolean } = {},
  ): Promise<Receipt[]> {
    const body = { breadcrumbs: drafts, ...(imported ? { imported } : {}) };
    const reply = await this.body<{ breadcrumbs: Receipt[] }>('POST', 'v1/breadcrumbs/batch', {
      body,
      headers: once(writing),
    });
    return reply.breadcrumbs;
  }

  get(crumb: string, query: { as_of?: number; version?: number } = {}): Promise<Envelope> {
    return this.body('GET', `v1/breadcrumbs/${id(crumb)}`, { query });
  }

  /** The text that an agent would read. */
  rendering(crumb: string): Promise<RenderedView> {
    return this.body('GET', `v1/breadcrumbs/${id(crumb)}`, { query: { view: 'llm' } });
  }

  async history(crumb: string): Promise<readonly Envelope[]> {
    return (await this.body<{ versions: Envelope[] }>('GET', `v1/breadcrumbs/${id(crumb)}/history`)).versions;
  }

  /** Changes a crumb, if `version` is still its latest. */
  change(crumb: string, version: number, patch: Patch): Promise<Receipt> {
    return this.body('PATCH', `v1/breadcrumbs/${id(crumb)}`, { body: patch, headers: ifMatch(version) });
  }

  /** Erases a crumb, all its versions; names what may still quote it. */
  erase(crumb: string, version: number): Promise<Receipt & { readonly derived: readonly Ref[] }> {
    return this.body('DELETE', `v1/breadcrumbs/${id(crumb)}`, { headers: ifMatch(version) });
  }

  list(filter: ListFilter = {}): Promise<Page> {
    return this.body('GET', 'v1/breadcrumbs', { query: { ...filter } });
  }

  /** All pages of a list, one crumb after the other. */
  async *all(filter: ListFilter = {}): AsyncGenerator<Envelope> {
    for (let cursor: string | undefined = filter.cursor, first = true; first || cursor !== undefined; first = false) {
      const page: Page = await this.list({ ...filter, cursor });
      yield* page.breadcrumbs;
      cursor = page.next_cursor;
    }
  }

  search(request: SearchRequest): Promise<SearchReply> {
    return this.body('POST', 'v1/search', { body: request });
  }

  /** The log from a cursor on; comes back by itself when the connection is lost. */
  events({ schemas, session, kinds, ...following }: EventFilter & Following = {}): AsyncGenerator<StreamItem> {
    return followStream(this.door, 'v1/events', { schema: schemas, session, kind: kinds }, following);
  }

  /** Says something. With `wait_ms`, waits for the answers that long. */
  say(
    session: string,
    content: string,
    { wait_ms, ...writing }: Writing & { wait_ms?: number } = {},
  ): Promise<Answered> {
    const body = { content, ...(wait_ms === undefined ? {} : { wait_ms }) };
    return this.body('POST', `v1/sessions/${id(session)}/messages`, { body, headers: once(writing) });
  }

  /** A session as it happens: pieces of replies while they are written, then the crumbs. */
  watch(session: string, following: Following = {}): AsyncGenerator<StreamItem> {
    return followStream(this.door, `v1/sessions/${id(session)}/stream`, {}, following);
  }

  trail(crumb: string): Promise<TrailTree> {
    return this.body('GET', `v1/trails/${id(crumb)}`);
  }

  preview(request: PreviewRequest): Promise<PreviewReply> {
    return this.body('POST', 'v1/contexts/preview', { body: request });
  }

  explain(context: string): Promise<Explanation> {
    return this.body('GET', `v1/contexts/${id(context)}/explain`);
  }

  async agents(): Promise<readonly Agent[]> {
    return (await this.body<{ agents: Agent[] }>('GET', 'v1/agents', { query: { limit: 500 } })).agents;
  }

  whoAmI(): Promise<Identity> {
    return this.body('GET', 'v1/whoami');
  }

  createKey(key: {
    participant: Participant;
    role: Role;
    expires_at?: string;
  }): Promise<KeyView & { readonly secret: string }> {
    return this.body('POST', 'v1/keys', { body: key });
  }

  async keys(): Promise<readonly KeyView[]> {
    return (await this.body<{ keys: KeyView[] }>('GET', 'v1/keys')).keys;
  }

  revokeKey(key: string): Promise<KeyView> {
    return this.body('DELETE', `v1/keys/${id(key)}`);
  }

  createWorkspace(name: string): Promise<{ readonly name: string; readonly secret: string }> {
    return this.body('POST', 'v1/workspaces', { body: { name } });
  }

  async workspaces(): Promise<readonly { readonly name: string; readonly created_at: string }[]> {
    return (await this.body<{ workspaces: { name: string; created_at: string }[] }>('GET', 'v1/workspaces')).workspaces;
  }

  async deadLetters(): Promise<readonly Envelope[]> {
    return (await this.body<{ dead_letters: Envelope[] }>('GET', 'v1/dead-letters', { query: { limit: 100 } }))
      .dead_letters;
  }

  status(): Promise<StatusReply> {
    return this.body('GET', 'v1/status');
  }

  /** Is every station on a message's way there? Resolves with what is not, and when nobody or somebody else answers. */
  async readiness(): Promise<Readiness> {
    const response = await (this.door.fetch ?? fetch)(new URL('readyz', `${this.door.url}/`)).catch(() => null);
    if (!response) return { status: 'not reachable', checks: {} };
    const said = (await response.json().catch(() => null)) as Partial<Readiness> | null;
    return said?.status && said.checks
      ? { status: said.status, checks: said.checks }
      : { status: 'no gateway', checks: {} };
  }

  private async body<T>(method: string, path: string, asked?: Asked): Promise<T> {
    return (await sendJson<T>(this.door, method, path, asked)).body;
  }
}

/** Was this refused with that status? */
export function isRefusal(error: unknown, status?: number): error is Refusal {
  return error instanceof Refusal && (status === undefined || error.status === status);
}
