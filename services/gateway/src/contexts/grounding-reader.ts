import { Injectable } from '@nestjs/common';
import { AgentResponse, type CitedSource, groundingId, type TrailNode } from '@crumbtrail/contracts';
import type { GroundedReply } from '@crumbtrail/contracts/http/grounding';
import type { Caller } from '../http/caller';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import { asGrounding, citedSources, describeGrounding, groundingRefs } from './read-grounding';

/** The most breadcrumbs that one request reads. */
const AT_ONCE = 512;

/** Reads what replies rest on, with the caller's rights: who may not read the reply and everything that it cites finds nothing. */
@Injectable()
export class GroundingReader {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
  ) {}

  async read(caller: Caller, workspace: string, response: string): Promise<GroundedReply> {
    const [crumb] = await this.reader.readAvailable(caller, [{ id: groundingId(workspace, response) }]);
    const record = asGrounding(crumb);
    const readable = await this.reader.readAvailable(caller, record ? groundingRefs(record) : []);
    return describeGrounding(response, record, readable);
  }

  /** Adds to the latest 512 replies among the nodes what they rest on, with the texts of the first 512 sources. */
  async cite(caller: Caller, nodes: readonly TrailNode[]): Promise<TrailNode[]> {
    const replies = nodes.filter(({ schema_name, erased }) => schema_name === AgentResponse.name && !erased);
    if (replies.length === 0) return [...nodes];
    const { workspace } = await this.requests.identify(caller);
    const ids = replies.slice(-AT_ONCE).map(({ id }) => ({ id: groundingId(workspace, id) }));
    const records = (await this.reader.readAvailable(caller, ids)).flatMap((crumb) => asGrounding(crumb) ?? []);
    const refs = new Map(
      records.flatMap(({ sources }) => sources.map(({ id, version }) => [id + version, { id, version }])),
    );
    const readable = await this.reader.readAvailable(caller, [...refs.values()].slice(0, AT_ONCE));
    const cited = new Map<string, CitedSource[]>(records.map((one) => [one.response.id, citedSources(one, readable)]));
    return nodes.map((node) => {
      const rests_on = cited.get(node.id);
      return rests_on ? { ...node, rests_on } : node;
    });
  }
}
