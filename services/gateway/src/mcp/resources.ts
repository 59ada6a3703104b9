import type { Resource, ResourceTemplateType, TextResourceContents } from '@modelcontextprotocol/server' with {
  'resolution-mode': 'import',
};
import { Injectable } from '@nestjs/common';
import { AgentContext, asPayload, type Envelope, List, ListTrails, type TrailEntry } from '@crumbtrail/contracts';
import { idParams } from '@crumbtrail/contracts/http/fields';
import { ContextQueries } from '../contexts/context-queries';
import type { Caller } from '../http/caller';
import { parseParam, unknownIdError } from '../http/parse-shape';
import { ServiceRequests } from '../ports';
import { TrailReader } from '../trails/trail-reader';
import { accountText, contextText, trailText } from './fit-resource';

/** How many trails, and how many contexts, are listed. */
const LISTED = 20;
const TRAILS = 'crumbtrail://trails/';
const CONTEXTS = 'crumbtrail://contexts/';
const JSON_TYPE = 'application/json';

/** The resource templates: a trail and a context, each by its ID. */
export const RESOURCE_TEMPLATES: readonly ResourceTemplateType[] = [
  {
    uriTemplate: `${TRAILS}{id}`,
    name: 'trail',
    title: 'A trail',
    description: `What caused what: the breadcrumbs of a trail and their causal tree. The ID is that of the trail, or of any breadcrumb in it. The newest ${LISTED} that woke an agent are listed as resources.`,
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: `${CONTEXTS}{id}`,
    name: 'context',
    title: 'A context',
    description: `What an agent saw: the exact text, and as JSON its account, why each candidate was kept or left out. The newest ${LISTED} are listed as resources.`,
  },
];

const trailResource = ({ trail_id, session, first, crumbs, outcome }: TrailEntry): Resource => ({
  uri: `${TRAILS}${trail_id}`,
  name: `trail ${trail_id}`,
  title: first.text ?? first.schema_name,
  description: `${session ? `Session ${session}; ` : ''}breadcrumbs: ${crumbs}; turns: ${outcome}.`,
  mimeType: JSON_TYPE,
  annotations: { lastModified: first.occurred_at },
});

function contextResource({ id, session, created_at, context }: Envelope): Resource {
  const agent = asPayload(AgentContext.name, context)?.agent;
  return {
    uri: `${CONTEXTS}${id}`,
    name: `context ${id}`,
    title: `What ${agent} saw`,
    ...(session ? { description: `Session ${session}.` } : {}),
    annotations: { lastModified: created_at },
  };
}

/** Trails and contexts as MCP resources, with the caller's rights. */
@Injectable()
export class McpResources {
  constructor(
    private readonly contexts: ContextQueries,
    private readonly trails: TrailReader,
    private readonly requests: ServiceRequests,
  ) {}

  /**
   * The newest trails and contexts that the caller may read. Only trails that woke an agent: each definition of a tool is
   * a trail of its own, and hundreds are written when a workspace begins.
   */
  async list(caller: Caller): Promise<Resource[]> {
    const [{ trails }, { crumbs }] = await Promise.all([
      this.requests.request(ListTrails, caller, { woken: true, limit: LISTED }),
      this.requests.request(List, caller, { schema: AgentContext.name, limit: LISTED }),
    ]);
    return [...trails.map(trailResource), ...crumbs.map(contextResource)];
  }

  /** Reads one resource. Rejects with `not_found` if there is none at the URI that the caller may read. */
  async read(caller: Caller, uri: string): Promise<TextResourceContents[]> {
    if (uri.startsWith(TRAILS)) return this.readTrail(caller, uri);
    if (uri.startsWith(CONTEXTS)) return this.readContext(caller, uri);
    throw unknownIdError(uri);
  }

  private async readTrail(caller: Caller, uri: string): Promise<TextResourceContents[]> {
    const trail = await this.trails.read(caller, { id: this.parseId(uri, TRAILS), count: true });
    return [{ uri, mimeType: JSON_TYPE, text: trailText(trail) }];
  }

  private async readContext(caller: Caller, uri: string): Promise<TextResourceContents[]> {
    const explanation = await this.contexts.explain(caller, this.parseId(uri, CONTEXTS));
    const text = contextText(explanation);
    return [
      ...(text === null ? [] : [{ uri, mimeType: 'text/plain', text }]),
      { uri, mimeType: JSON_TYPE, text: accountText(explanation) },
    ];
  }

  private parseId(uri: string, prefix: string): string {
    return parseParam(idParams.shape.id, uri.slice(prefix.length), 'id') as string;
  }
}
