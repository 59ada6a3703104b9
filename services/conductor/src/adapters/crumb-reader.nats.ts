import { Injectable } from '@nestjs/common';
import { CrumbStore, CrumbSnapshots } from '@crumbtrail/bus';
import {
  AgentDef,
  Session,
  SessionOverride,
  SessionRound,
  SessionTalk,
  UserMessage,
  singletonId,
  type CrumbEvent,
  type Envelope,
  type Erased,
  asPayload,
  type PayloadName,
  type PayloadTypes,
} from '@crumbtrail/contracts';
import { couldMatter, neverMatters } from '../decide';
import type { DecisionInput } from '../decision-input';
import { hasStrategy } from '../decide-by-strategy';
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
    if (event.imported || neverMatters(event.schema_name)) return null;
    const { workspace, position, traceparent } = event;
    const body = couldMatter(event.schema_name, this.definitions.latest(workspace)) ? this.body(event) : null;
    const [definitions, early] = await Promise.all([this.definitions.at(workspace, position, traceparent), body]);
    if (!couldMatter(event.schema_name, definitions)) return null;
    const { crumb, ...conversation } = early ?? (await this.body(event));
    return crumb && { crumb, definitions, ...conversation, ...(await this.talk(event, conversation.session)) };
  }

  /** The crumb at its version, its session and how operators have adjusted that, in one read. */
  private async body(
    event: CrumbEvent,
  ): Promise<Pick<DecisionInput, 'session' | 'override'> & { crumb: Envelope | null }> {
    const { id, version, session, workspace, position } = event;
    const refs =
      session === undefined
        ? []
        : (['session', 'session_override'] as const).map((identity) => ({
            id: singletonId(workspace, identity, session),
          }));
    const reply = await this.in(event).read({
      refs: [{ id, version }, ...refs],
      as_of: position,
      min_position: position,
    });
    const [crumb, conversation, adjusted] = reply.crumbs.map(present);
    return {
      crumb: crumb ?? null,
      session: payloadOf(Session.name, conversation),
      override: payloadOf(SessionOverride.name, adjusted),
    };
  }

  /** What was said in the session, where that decides who speaks: one query, and for a round the latest message. */
  private async talk(
    event: CrumbEvent,
    session: DecisionInput['session'],
  ): Promise<Pick<DecisionInput, 'talk' | 'last'>> {
    const { session: name, position, schema_name } = event;
    if (name === undefined || !needsTalk(schema_name, session)) return {};
    const at = { as_of: position, min_position: position };
    const talk = await this.in(event).request(SessionTalk, { session: name, ...at });
    if (schema_name !== SessionRound.name || talk.last === undefined) return { talk };
    const { crumbs } = await this.in(event).read({ refs: [talk.last], ...at });
    const last = present(crumbs[0] ?? null);
    return { talk, ...(last ? { last } : {}) };
  }

  private in(event: CrumbEvent) {
    return this.store.in(event.workspace, { traceparent: event.traceparent });
  }
}

const present = (crumb: Envelope | Erased | null): Envelope | null => (crumb && !('erased' in crumb) ? crumb : null);

/** The payload of a crumb of this schema; undefined of any other. */
function payloadOf<Name extends PayloadName>(
  schema: Name,
  crumb: Envelope | null | undefined,
): PayloadTypes[Name] | undefined {
  return crumb?.schema_name === schema ? asPayload(schema, crumb.context) : undefined;
}

/** A message of a person begins anew: nobody has spoken since. */
function needsTalk(schemaName: string, session: DecisionInput['session']): boolean {
  if (!hasStrategy(session) || schemaName === UserMessage.name) return false;
  return schemaName === SessionRound.name || session.auto !== undefined || session.strategy === 'pooled';
}
