import { Inject, Injectable } from '@nestjs/common';
import { CrumbStore, CrumbSnapshots, type WorkspaceStore } from '@crumbtrail/bus';
import { contextId, isGranted, Spent, ToolDef, type AgentContextV1, type SpentReply } from '@crumbtrail/contracts';
import { PermanentError } from '@crumbtrail/platform';
import { modeOf, evolve, outstanding, type GrantedTool } from '@crumbtrail/prompting';
import { SERVICE_OPTIONS, type TurnsOptions } from '../options';
import { TurnReader, type GoneTurn, type OpenTurn, type Wake } from '../ports';
import { foldTurn, type TurnShelf } from './fold-turn';
import { lateMessages } from './late-messages';
import { Shelf } from './shelf';
import { injectedRefs, materialRefs, pricesOf, requestRefs, resultRefs, stepRefs, stepsOn } from './turn-refs';

/** Steps that are asked for with the context; most turns have fewer. */
const FIRST_STEPS = 8;
/** A turn this deep in its trail is not the first one: it answers what another turn said. */
const FIRST_TURN_HOP = 2;

/** Everything that a turn is, in one read where its context woke us, else in two. */
@Injectable()
export class TurnReaderNats extends TurnReader {
  private readonly defined: CrumbSnapshots<typeof ToolDef>;

  constructor(
    private readonly store: CrumbStore,
    @Inject(SERVICE_OPTIONS) private readonly options: TurnsOptions,
  ) {
    super();
    this.defined = new CrumbSnapshots(store, ToolDef);
  }

  async read(wake: Wake): Promise<OpenTurn | GoneTurn> {
    const kept = await this.shelve(wake);
    if ('gone' in kept) return kept;
    const open = foldTurn(kept, this.options.recipient);
    if ('gone' in open) return open;
    const [tools, spent] = await Promise.all([this.unlisted(wake, open), this.spent(wake, open)]);
    return { ...open, turn: { ...open.turn, ...(tools && { tools }), ...(spent && { spent }) } };
  }

  async withLate(wake: Wake, open: OpenTurn): Promise<OpenTurn> {
    const { session, definition, agent } = open.turn;
    if (session === undefined || !modeOf(definition).hearsLate || outstanding(open.turn).length > 0) return open;
    const { context, members } = open;
    const wish = { agent, session, context, members, position: wake.position };
    const messages = await lateMessages(this.in(wake), wish);
    return { ...open, turn: messages.reduce((turn, message) => evolve(turn, { kind: 'late', message }), open.turn) };
  }

  private async shelve(wake: Wake): Promise<TurnShelf | GoneTurn> {
    const shelf = new Shelf(this.in(wake), wake.position);
    const id = contextId(wake.workspace, wake.turn);
    const known = wake.context ? materialRefs(wake, wake.context.context) : [];
    const steps = stepRefs(wake, 1, FIRST_STEPS);
    await shelf.fetch([{ id }, { id: wake.turn }, pricesOf(wake), ...steps, ...known], true);
    const context = shelf.context<AgentContextV1>({ id });
    if (!context) throw new PermanentError(`The turn ${wake.turn} has no context that this service may see`);
    for (let more = steps; stepsOn(shelf, steps).length === steps.length; steps.push(...more)) {
      more = stepRefs(wake, steps.length + 1, steps.length);
      await shelf.fetch(more);
    }
    const told = stepsOn(shelf, steps);
    const made = [...requestRefs(wake, told), ...resultRefs(wake, told), ...injectedRefs(told)];
    await shelf.fetch([...materialRefs(wake, context), ...made]);
    return { wake, shelf, context_id: id, context, steps };
  }

  /** Of a context that lists no tools though some are granted: those that there were when it was built. */
  private async unlisted(wake: Wake, { turn, context }: OpenTurn): Promise<readonly GrantedTool[] | undefined> {
    const { definition } = turn;
    if (context.tools !== undefined || !definition.tools?.length) return undefined;
    const defined = await this.defined.at(wake.workspace, context.as_of, wake.traceparent);
    return defined
      .filter((one) => isGranted(definition, one.context.name))
      .map(({ id, version, context: def }) => ({ id, version, def }));
  }

  private async spent(wake: Wake, { record, turn }: OpenTurn): Promise<SpentReply | undefined> {
    if (record.hop < FIRST_TURN_HOP) return undefined;
    return this.in(wake).request(Spent, { trail: record.trail_id, agent: turn.agent });
  }

  private in({ workspace, traceparent }: Wake): WorkspaceStore {
    return this.store.in(workspace, { traceparent });
  }
}
