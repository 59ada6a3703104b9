import type { BuildCaches } from './build-caches';
import { resolveSettings, type BuildSettings } from './build-settings';
import { ContextDoesNotFit } from './errors';
import { writeAccount, type BuiltContext } from './explain/account';
import { excerptItems } from './excerpt/excerpt-items';
import { fit } from './fit/fit';
import { createFormatter } from './format/format';
import { buildFrame } from './format/frame';
import { contextDays } from './format/days';
import { orderOfRows } from './format/shown-order';
import { readAuthorNames } from './gather/agent-names';
import { assertReadable, type ReadableCandidates } from './gather/assert-readable';
import { askedMessage, type BuildInput } from './gather/build-input';
import { RECALL_TIMEOUT_MS } from './gather/recall-limit';
import type { RecallOptions } from './gather/recall';
import { mayCallOf } from './gather/granted-lines';
import { hydrate, type HydratedItems } from './gather/hydrate';
import { showOrigin } from './gather/show-origin';
import { loadPreviousOrder, type PreviousOrder } from './gather/load-previous-order';
import { retrieveCandidates, type CandidateQuery, type RetrievedCandidates } from './gather/retrieve-candidates';
import { DEFAULT_EXCERPTS } from './plan/plan';
import type { AgentNameSource, Calibrator, PackingSource, Retriever, ToolSource } from './ports';
import { isSemantic } from './select/deduplicate';
import { isAcknowledgement } from './select/drop-filler';
import { placeScene } from './fit/place-scene';
import { scannedMessages } from './fit/scanned-messages';
import { selectItems, type SelectedItems } from './select/select-items';

/** What a build reads from the store. */
export type BuildPorts = Retriever & Calibrator & ToolSource & AgentNameSource & PackingSource;

/** What a build needs besides its input. */
export interface BuildEnvironment extends Omit<RecallOptions, 'timeoutMs'> {
  readonly ports: BuildPorts;
  readonly caches: BuildCaches;
  /** Tokens shared by prompt and reply, for agents whose definition does not say. */
  readonly contextWindow: number;
  /** How long finding memories and past sessions may take, in milliseconds, where the plan does not say. Default: 150. */
  readonly recallTimeoutMs?: number;
}

/**
 * Builds one context: resolve settings, retrieve, check access, hydrate, select, fit, lay out, account. Only the first two steps
 * read from the store. Throws `ContextDoesNotFit` and `ForbiddenItem`.
 */
export async function buildContext(
  input: BuildInput,
  { ports, caches, contextWindow, recallTimeoutMs = RECALL_TIMEOUT_MS, ...recall }: BuildEnvironment,
): Promise<BuiltContext> {
  const settings = await resolveSettings(input, { ports, plans: caches.plans, contextWindow });
  const [retrieved, { previous, queries }] = await Promise.all([
    retrieveCandidates(toCandidateQuery(input, settings.tokenizer), settings.plan, {
      retriever: ports,
      recallTimeoutMs,
      ...recall,
    }),
    loadPreviousOrder(input, settings.plan, ports),
  ]);
  const readable = assertReadable(retrieved, input.access);
  const named = await withAuthorNames(input, readable, ports);
  const hydrated = hydrate(readable, listParticipants(named.input), caches);
  const selected = select(named.input, { settings, retrieved, hydrated, caches });
  const counted = { ...settings, queries: settings.queries + queries + named.queries };
  return fitAndAccount(named.input, { settings: counted, retrieved, hydrated, selected, previous });
}

function toCandidateQuery(
  { access, as_of, now, trigger, excluded = [], session: record }: BuildInput,
  tokenizer: CandidateQuery['tokenizer'],
): CandidateQuery {
  const { agent, session, readers } = access;
  return {
    agent,
    readers,
    ...(session === undefined ? {} : { session }),
    as_of,
    now,
    tokenizer,
    query: trigger.text,
    ...(trigger.ref ? { trigger: trigger.ref } : {}),
    excluded,
    tags: trigger.tags,
    members: (record?.members ?? []).map(({ kind, id, name }) => ({ kind, id, ...(name ? { name } : {}) })),
  };
}

/** The input with the names of other agents whose texts were found. */
async function withAuthorNames(input: BuildInput, readable: ReadableCandidates, source: AgentNameSource) {
  const { access, session, as_of, agents: known = [] } = input;
  const place = { agent: access.agent, members: session?.members ?? [], asOf: as_of };
  const { agents, queries } = await readAuthorNames(readable, place, source);
  return { input: agents.length === 0 ? input : { ...input, agents: [...known, ...agents] }, queries };
}

function listParticipants({ trigger, access, session, definition, agents }: BuildInput) {
  return {
    author: trigger.author,
    agent: access.agent,
    name: definition.name,
    agents,
    members: session?.members ?? [],
    mayCall: mayCallOf(definition),
  };
}

interface HydratedBuild {
  readonly settings: BuildSettings;
  readonly retrieved: RetrievedCandidates;
  readonly hydrated: HydratedItems;
}

function select(
  { trigger, now, access }: BuildInput,
  { settings, retrieved, hydrated, caches }: HydratedBuild & { readonly caches: BuildCaches },
): SelectedItems {
  const message = {
    author: trigger.author,
    fingerprint: caches.fingerprints.get(trigger.text),
    name: trigger.ref?.id ?? 'the current message',
  };
  const { plan, budget } = settings;
  const selected = selectItems({ found: hydrated.found, retrieved, message, now, plan });
  const { query, embedder, recalled = [] } = retrieved;
  const place = { session: access.session, sources: plan.sources, recalled, nameOf: hydrated.nameOf };
  const items = selected.items.map((one) => showOrigin(one, place));
  const dependsOnEarlier = (query?.leans_on.length ?? 0) > 0 || isAcknowledgement(message.fingerprint);
  const semantic = isSemantic(embedder);
  const excerpts = { query, dependsOnEarlier, asker: trigger.author, cap: budget.cap, semantic };
  return excerptItems({ ...selected, items }, { ...excerpts, plan: plan.excerpts ?? DEFAULT_EXCERPTS });
}

interface SelectedBuild extends HydratedBuild {
  readonly selected: SelectedItems;
  readonly previous: PreviousOrder | null;
}

/** Fits the selected items into the budget, lays them out and accounts for every candidate. */
function fitAndAccount(
  input: BuildInput,
  { settings, retrieved, hydrated, selected, previous }: SelectedBuild,
): BuiltContext {
  const { trigger, access, now } = input;
  const { plan, count, budget } = settings;
  const { nameOf, speakers } = hydrated;
  const { items, exchanges, dropped } = selected;
  const { cap } = budget;
  const message = { speaker: nameOf(trigger.author), text: trigger.text, author: trigger.author };
  const order = previous ? orderOfRows(previous.rows) : undefined;
  const { format } = plan;
  const formatter = createFormatter(format, buildFrame(input, { format, nameOf, cap, count, frame: plan.frame }));
  const messages = input.scene?.lore ? scannedMessages(input, hydrated.found, { plan, nameOf }) : [];
  const scene = placeScene(input, { nameOf, cap, count, formatter, messages, frame: plan.frame });
  const { placed } = scene;
  const view = {
    sections: plan.sections,
    calendar: contextDays(now, plan.day_zone),
    asked: askedMessage(input),
    order,
    placed,
  };
  const fitted = fit({ ...view, cap, items, exchanges, message, count, formatter, placedTokens: scene.tokens });
  const built = writeAccount({
    ...settings,
    input,
    retrieved,
    speakers,
    exchanges,
    formatter,
    fitted,
    dropped,
    previous,
    order,
    scene,
  });
  // The parts that a format cannot do without may exceed the smallest caps, where counts are estimates.
  if (built.tokens.total > cap) throw new ContextDoesNotFit(access.agent, budget);
  return built;
}
