import { Inject, Injectable } from '@nestjs/common';
import { CrumbStore, CrumbSnapshots, type WorkspaceStore } from '@crumbtrail/bus';
import {
  contextId,
  isGranted,
  ReadFile,
  Spent,
  ToolDef,
  type AgentContextV1,
  type SpentReply,
  AgentContext,
} from '@crumbtrail/contracts';
import { PermanentError } from '@crumbtrail/platform';
import {
  modeOf,
  evolve,
  pendingRequests,
  type GrantedTool,
  type PlacedPicture,
  type PromptPicture,
} from '@crumbtrail/prompting';
import { SERVICE_OPTIONS, type TurnsOptions } from '../options';
import { TurnReader, type ErasedTurn, type LoadedTurn, type TurnWakeUp } from '../ports';
import { foldTurn, type TurnCrumbs } from './fold-turn';
import { lateMessages } from './late-messages';
import { CrumbCache } from './crumb-cache';
import {
  connectedModelOf,
  injectedRefs,
  materialRefs,
  pricesOf,
  requestRefs,
  resultRefs,
  stepRefs,
  stepsOn,
} from './turn-refs';

/** Steps that are read together with the context; most turns have fewer. */
const FIRST_STEPS = 8;
/** From this hop on a turn follows another turn of its trail. */
const FIRST_TURN_HOP = 2;

/** Reads everything a turn consists of: in one request if its context is the event, else in two. */
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

  async read(wakeUp: TurnWakeUp): Promise<LoadedTurn | ErasedTurn> {
    const kept = await this.readCrumbs(wakeUp);
    if ('gone' in kept) return kept;
    const open = foldTurn(kept, this.options.recipient);
    if ('gone' in open) return open;
    const [tools, spent, pictures] = await Promise.all([
      this.unlisted(wakeUp, open),
      this.spent(wakeUp, open),
      this.pictures(wakeUp, open.context),
    ]);
    const all = tools && [...tools, ...open.turn.tools];
    return {
      ...open,
      turn: { ...open.turn, ...(all && { tools: all }), ...(spent && { spent }), ...(pictures && { pictures }) },
    };
  }

  async withLate(wakeUp: TurnWakeUp, open: LoadedTurn): Promise<LoadedTurn> {
    const { session, definition, agent } = open.turn;
    if (session === undefined || !modeOf(definition).showsLateMessages || pendingRequests(open.turn).length > 0)
      return open;
    const { context, members } = open;
    const wish = { agent, session, context, members, readers: open.turn.audience, position: wakeUp.position };
    const messages = await lateMessages(this.in(wakeUp), wish);
    return { ...open, turn: messages.reduce((turn, message) => evolve(turn, { kind: 'late', message }), open.turn) };
  }

  private async readCrumbs(wakeUp: TurnWakeUp): Promise<TurnCrumbs | ErasedTurn> {
    const crumbs = new CrumbCache(this.in(wakeUp), wakeUp.position);
    const id = contextId(wakeUp.workspace, wakeUp.turn);
    const known = wakeUp.context ? materialRefs(wakeUp, wakeUp.context.context) : [];
    const steps = stepRefs(wakeUp, 1, FIRST_STEPS);
    await crumbs.fetch([{ id }, { id: wakeUp.turn }, pricesOf(wakeUp), connectedModelOf(wakeUp), ...steps, ...known]);
    const context = crumbs.context(AgentContext.name, { id });
    if (!context) throw new PermanentError(`The turn ${wakeUp.turn} has no context visible to this service`);
    for (let more = steps; stepsOn(crumbs, steps).length === steps.length; steps.push(...more)) {
      more = stepRefs(wakeUp, steps.length + 1, steps.length);
      await crumbs.fetch(more);
    }
    const told = stepsOn(crumbs, steps);
    const made = [...requestRefs(wakeUp, told), ...resultRefs(wakeUp, told), ...injectedRefs(told)];
    await crumbs.fetch([...materialRefs(wakeUp, context), ...made]);
    return { wakeUp, crumbs, context_id: id, context, steps };
  }

  /** The granted tools for a context that lists none: those that existed when it was built. */
  private async unlisted(
    wakeUp: TurnWakeUp,
    { turn, context }: LoadedTurn,
  ): Promise<readonly GrantedTool[] | undefined> {
    const { definition } = turn;
    if (context.tools !== undefined || !definition.tools?.length) return undefined;
    const defined = await this.defined.at(wakeUp.workspace, context.as_of, wakeUp.traceparent);
    return defined
      .filter((one) => isGranted(definition, one.context.name) && one.context.unavailable === undefined)
      .map(({ id, version, context: def }) => ({ id, version, def }));
  }

  /** The pictures that the context shows to the model. Makes no query without any. */
  private async pictures(
    wakeUp: TurnWakeUp,
    { pictures, trigger }: AgentContextV1,
  ): Promise<readonly PromptPicture[] | undefined> {
    const shown = await this.readPictures(wakeUp, trigger.id, pictures ?? []);
    return shown.length === 0 ? undefined : shown;
  }

  readPictures(
    wakeUp: Pick<TurnWakeUp, 'workspace' | 'traceparent'>,
    message: string,
    pictures: readonly PlacedPicture[],
  ): Promise<PromptPicture[]> {
    const store = this.in(wakeUp);
    const shown = pictures.filter((picture) => picture.shown);
    return Promise.all(
      shown.map(async ({ hash, name, type }) => {
        const { data } = await store.request(ReadFile, { breadcrumb: message, hash });
        return { name, type, data };
      }),
    );
  }

  private async spent(wakeUp: TurnWakeUp, { record, turn }: LoadedTurn): Promise<SpentReply | undefined> {
    if (record.hop < FIRST_TURN_HOP) return undefined;
    return this.in(wakeUp).request(Spent, { trail: record.trail_id, agent: turn.agent });
  }

  private in({ workspace, traceparent }: Pick<TurnWakeUp, 'workspace' | 'traceparent'>): WorkspaceStore {
    return this.store.in(workspace, { traceparent });
  }
}
