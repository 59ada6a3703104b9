import { randomUUID } from 'node:crypto';
import type { ToolCall, ToolLog, ToolMemory, ToolModel } from '@crumbtrail/tool-runtime';
import type { Draft, Envelope, Ref, SearchReply, SearchRequest, ToolRequestV1 } from '@crumbtrail/contracts';

/** When the requests of these tests were made. */
export const ASKED_AT = '2026-03-01T08:00:00.000Z';

/** The trail of these requests. */
export const TRAIL = '0197a6d0-0000-7000-8000-0000000000aa';

/** A tool's view of the log, in memory. */
export class LogInMemory implements Pick<ToolLog, 'search' | 'create' | 'listOwn' | 'update'> {
  readonly created: Envelope[] = [];
  readonly searched: SearchRequest[] = [];
  found: SearchReply['results'] = [];

  async search(request: SearchRequest): Promise<SearchReply> {
    this.searched.push(request);
    return { results: this.found.slice(0, request.limit) };
  }

  async create(drafts: readonly Draft[]): ReturnType<ToolLog['create']> {
    const crumbs = drafts.map((draft) => ({ ...draft, id: randomUUID(), version: 1 }) as unknown as Envelope);
    this.created.push(...crumbs);
    return { results: crumbs.map(({ id }, position) => ({ id, version: 1, position, existed: false })) };
  }

  async listOwn(schema: string): Promise<readonly Envelope[]> {
    return this.created.filter(({ schema_name }) => schema_name === schema);
  }

  async update({ id, version }: Ref, context: Record<string, unknown> | null): ReturnType<ToolLog['update']> {
    const at = this.created.findIndex((one) => one.id === id && one.version === version);
    const known = this.created[at] as Envelope;
    this.created.splice(at, 1, ...(context === null ? [] : [{ ...known, context, version: version + 1 }]));
    return { id, version: version + 1, position: 0, existed: false };
  }
}

/** A model that must not be asked. */
const NO_MODEL: ToolModel = { ask: () => Promise.reject(new Error('No model answers here.')) };

const refuseMemory = () => Promise.reject(new Error('No memory answers here.'));
/** A memory that must not be asked. */
const NO_MEMORY: ToolMemory = {
  recall: refuseMemory,
  remember: refuseMemory,
  reflect: refuseMemory,
  switchContext: refuseMemory,
  change: refuseMemory,
};

/** A call of a tool by `abe` in the session `demo`. */
export function aCall(log: Partial<ToolLog> = new LogInMemory()): ToolCall {
  return {
    workspace: 'default',
    request: {
      id: randomUUID(),
      version: 1,
      trail_id: TRAIL,
      created_at: ASKED_AT,
    } as unknown as Envelope<ToolRequestV1>,
    agent: 'abe',
    session: 'demo',
    deadline: Date.parse(ASKED_AT) + 30_000,
    atMostOnce: false,
    signal: new AbortController().signal,
    askPerson: () => Promise.resolve({ kind: 'nobody', why: 'nobody is there.' }),
    tell: () => undefined,
    log: log as ToolLog,
    model: NO_MODEL,
    memory: NO_MEMORY,
  };
}
