import {
  asCrumb,
  CLIENT_RUNNER,
  type Envelope,
  List,
  ToolRequest,
  type ToolRequestV1,
  ToolResponse,
  type ToolResponseV1,
  toolResponseId,
} from '@crumbtrail/contracts';
import { byPlace, callId } from '../openai/client-calls';
import type { AwaitedTurn } from '../openai/turn-waiter';
import type { ServiceRequests } from '../ports';
import type { BreadcrumbReader } from '../records/breadcrumb-reader';
import type { RunEvents } from './run-events';

/** What the calls of a run need. */
export interface RunToolsOptions {
  readonly requests: ServiceRequests;
  readonly reader: BreadcrumbReader;
  readonly asked: AwaitedTurn;
  readonly events: Pick<RunEvents, 'call' | 'result'>;
  readonly onFailure: (error: unknown) => void;
}

/** Calls, or results, that are read at once. */
const PAGE = 500;

const SCHEMAS: readonly string[] = [ToolRequest.name, ToolResponse.name];

/** Is it about a call of a tool? */
export const isAboutTools = ({ schema_name }: { readonly schema_name: string }): boolean =>
  SCHEMAS.includes(schema_name);

const textOf = ({ text, output, error }: ToolResponseV1): string =>
  text ?? (output === undefined ? (error?.message ?? '') : JSON.stringify(output));

/** Shows the calls of tools of a turn and what they gave, each once, as far as the caller may read them. */
export class RunTools {
  private readonly called = new Map<string, Envelope<ToolRequestV1>>();
  private readonly answered = new Set<string>();
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly options: RunToolsOptions) {}

  /** Passes over what an earlier run has shown. */
  async skip(): Promise<void> {
    for (const request of await this.listCalls()) this.called.set(request.id, request);
    for (const { id } of await this.listResults()) this.answered.add(id);
  }

  /** Shows what is new; one look after the other. */
  look(): Promise<void> {
    this.last = this.last.then(() => this.show()).catch((error: unknown) => this.options.onFailure(error));
    return this.last;
  }

  /** Shows a call that the client runs, unless it was shown. */
  announce(request: Envelope<ToolRequestV1>): void {
    if (this.called.has(request.id)) return;
    this.called.set(request.id, request);
    const { tool, input } = request.context;
    this.options.events.call({ id: callId(request), tool, input });
  }

  private async show(): Promise<void> {
    for (const request of await this.listCalls()) this.announce(request);
    for (const response of await this.listResults()) {
      if (this.answered.has(response.id)) continue;
      this.answered.add(response.id);
      const { request } = response.context;
      this.options.events.result({ id: response.id, call: callId(request), text: textOf(response.context) });
    }
  }

  /** The calls of the agent itself: those that its tools make belong to them. */
  private async listCalls(): Promise<Envelope<ToolRequestV1>[]> {
    const { requests, asked } = this.options;
    const { session, created_at: since } = asked.message;
    if (session === undefined) return [];
    const query = { schema: ToolRequest.name, session, since, limit: PAGE };
    const crumbs: Envelope[] = [];
    let cursor: string | undefined;
    do {
      const page = await requests.request(List, asked.caller, { ...query, ...(cursor !== undefined && { cursor }) });
      crumbs.push(...page.crumbs);
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    return crumbs
      .flatMap((crumb) => asCrumb(ToolRequest.name, crumb) ?? [])
      .filter(({ context }) => context.turn.id === asked.turn && context.parent === undefined)
      .sort(byPlace);
  }

  /** What the calls that were shown have given; clients know what theirs gave. */
  private async listResults(): Promise<Envelope<ToolResponseV1>[]> {
    const { reader, asked } = this.options;
    const refs = [...this.called.values()]
      .filter(({ context }) => context.runner !== CLIENT_RUNNER)
      .map(({ workspace, id }) => ({ id: toolResponseId(workspace, id) }))
      .filter(({ id }) => !this.answered.has(id));
    const crumbs: Envelope[] = [];
    for (let from = 0; from < refs.length; from += PAGE)
      crumbs.push(...(await reader.readAvailable(asked.caller, refs.slice(from, from + PAGE))));
    return crumbs.flatMap((crumb) => asCrumb(ToolResponse.name, crumb) ?? []);
  }
}
