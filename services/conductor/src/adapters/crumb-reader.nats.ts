import { Injectable } from '@nestjs/common';
import { CrumbStore, CrumbSnapshots } from '@crumbtrail/bus';
import {
  AgentDef,
  Session,
  singletonId,
  type CrumbEvent,
  type Envelope,
  type Erased,
  asPayload,
} from '@crumbtrail/contracts';
import { couldMatter, type DecisionInput } from '../decide';
import { CrumbReader } from '../ports';

/**
 * Reads over the bus. A crumb that is likely to wake an agent is fetched together with the definitions; for any
 * other crumb only the definitions are requested, and the reply is usually "unchanged".
 */
@Injectable()
export class CrumbReaderNats extends CrumbReader {
  private readonly definitions: CrumbSnapshots<typeof AgentDef>;

  constructor(private readonly store: CrumbStore) {
    super();
    this.definitions = new CrumbSnapshots(store, AgentDef);
  }

  async read(event: CrumbEvent): Promise<DecisionInput | null> {
    if (event.imported) return null;
    const { workspace, position, traceparent } = event;
    const body = couldMatter(event.schema_name, this.definitions.latest(workspace)) ? this.body(event) : null;
    const [definitions, early] = await Promise.all([this.definitions.at(workspace, position, traceparent), body]);
    if (!couldMatter(event.schema_name, definitions)) return null;
    const { crumb, members } = early ?? (await this.body(event));
    return crumb && { crumb, definitions, members };
  }

  /** The crumb at its version and its session's members, in one read. */
  private async body(event: CrumbEvent): Promise<Pick<DecisionInput, 'members'> & { crumb: Envelope | null }> {
    const { id, version, session, workspace, position } = event;
    const refs = session === undefined ? [] : [{ id: singletonId(workspace, 'session', session) }];
    const reply = await this.in(event).read({
      refs: [{ id, version }, ...refs],
      as_of: position,
      min_position: position,
    });
    const [crumb, conversation] = reply.crumbs.map(present);
    const members =
      conversation?.schema_name === Session.name ? asPayload(Session.name, conversation.context).members : undefined;
    return { crumb: crumb ?? null, members };
  }

  private in(event: CrumbEvent) {
    return this.store.in(event.workspace, { traceparent: event.traceparent });
  }
}

const present = (crumb: Envelope | Erased | null): Envelope | null => (crumb && !('erased' in crumb) ? crumb : null);
