import { Injectable } from '@nestjs/common';
import {
  AgentDef,
  type AgentDefV1,
  type Envelope,
  List,
  satisfies,
  singletonId,
  UserMessage,
  asPayload,
} from '@crumbtrail/contracts';
import type { AgentModel } from '@crumbtrail/contracts/http/openai';
import { ServiceRequests } from '../ports';
import type { Caller } from '../http/caller';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import { OpenAiError } from './openai-error';

/** An agent that messages can wake, and the tags that a message to it must have. */
export interface AddressedAgent {
  readonly agent: string;
  readonly definition: AgentDefV1;
  readonly tags: readonly string[];
}

/** The tags that a message needs to wake an agent; null if no message wakes it. */
export function requiredTags({ subscriptions }: Pick<AgentDefV1, 'subscriptions'>): string[] | null {
  const hears = subscriptions.filter(({ schema }) => satisfies(UserMessage.name, schema));
  if (hears.length === 0) return null;
  const tags = hears.map(({ all_tags = [], any_tags = [] }) => [...all_tags, ...any_tags.slice(0, 1)]);
  return tags.sort((a, b) => a.length - b.length)[0] as string[];
}

const readDefinition = (crumb: Envelope): AgentDefV1 => asPayload(AgentDef.name, crumb.context);

function toModel(crumb: Envelope): AgentModel {
  const created = Math.floor(Date.parse(crumb.created_at) / 1000);
  const { agent, name = agent } = readDefinition(crumb);
  return { id: agent, name, object: 'model', created, owned_by: crumb.workspace };
}

/** How many pages of agents are read at most. */
const MOST_PAGES = 20;

/** Lists agents as models: those whose definitions the key may read and that messages wake. */
@Injectable()
export class AgentModels {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
  ) {}

  /** All models, sorted by name. */
  async list(caller: Caller): Promise<AgentModel[]> {
    const found: AgentModel[] = [];
    for (let cursor: string | undefined, page = 0; page === 0 || (cursor && page < MOST_PAGES); page += 1) {
      const request = { schema: AgentDef.name, limit: 500, ...(cursor ? { cursor } : {}) };
      const { crumbs, next_cursor } = await this.requests.request(List, caller, request);
      found.push(...crumbs.filter((crumb) => requiredTags(readDefinition(crumb)) !== null).map(toModel));
      cursor = next_cursor;
    }
    return found.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async read(caller: Caller, id: string): Promise<AgentModel> {
    const crumb = await this.find(caller, id);
    if (!crumb || requiredTags(readDefinition(crumb)) === null) throw unknownModel(id);
    return toModel(crumb);
  }

  /** Finds the agent with this name; throws an OpenAI error if no such model exists. */
  async resolveAgent(caller: Caller, id: string): Promise<AddressedAgent> {
    const crumb = await this.find(caller, id);
    if (!crumb) throw unknownModel(id);
    const definition = readDefinition(crumb);
    const tags = requiredTags(definition);
    if (tags) return { agent: id, definition, tags };
    throw unknownModel(
      id,
      `${id} does not subscribe to messages: its agent.def.v1 has no subscription to ${UserMessage.name}.`,
    );
  }

  private async find(caller: Caller, id: string): Promise<Envelope | undefined> {
    const { workspace } = await this.requests.identify(caller);
    const [crumb] = await this.reader.readAvailable(caller, [{ id: singletonId(workspace, 'agent', id) }]);
    return crumb?.schema_name === AgentDef.name ? crumb : undefined;
  }
}

function unknownModel(id: string, why?: string): OpenAiError {
  const message =
    why ??
    `There is no model ${id.slice(0, 80)}, or this key may not read its agent.def.v1. GET /v1/models lists the models by id.`;
  return new OpenAiError(404, { message, type: 'invalid_request_error', param: 'model', code: 'model_not_found' });
}
