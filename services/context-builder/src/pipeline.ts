import { besideTokens } from '@crumbtrail/prompting';
import type { ToolDefV1 } from '@crumbtrail/contracts';
import { countTokens, simhash } from '@crumbtrail/hints';
import { ContextDoesNotFit } from './errors';
import type { Calibrator, Retriever, ToolSource } from './ports';
import { writeAccount, type BuiltContext } from './explain/account';
import { buildLayout, utcDay } from './format/layout';
import { assertReadable } from './gather/assert-readable';
import { computeBudget, SMALLEST_CAP, type Budget } from './plan/budget';
import { createCounter, resolveCounting, learnsFromBills, type TokenCounter, type Counting } from './plan/counting';
import { deduplicate } from './select/deduplicate';
import {
  filterGranted,
  resultScope,
  NO_TOOLS,
  selectTools,
  type DefinedTool,
  type SelectedTools,
} from './plan/tool-selection';
import { lastExchanges } from './select/last-exchanges';
import { isAcknowledgement, dropFiller } from './select/drop-filler';
import { fit } from './fit/fit';
import { createFormatter } from './format/format';
import { budgetAroundPersona, buildFrame } from './format/frame';
import { hydrate, type HydratedItems } from './gather/hydrate';
import type { BuildInput } from './gather/build-input';
import { resolvePlan, type BuildPlan } from './plan/plan';
import { retrieve, type CandidateQuery, type RetrievedCandidates } from './gather/retrieve';
import { scoreItems } from './select/score';
import { limitRecent } from './select/limit-recent';

function toCandidateQuery(
  { access, as_of, now, trigger, session: record }: BuildInput,
  tokenizer: CandidateQuery['tokenizer'],
): CandidateQuery {
  const { agent, session } = access;
  const members = (record?.members ?? []).map(({ kind, id, name }) => ({ kind, id, ...(name ? { name } : {}) }));
  const known = { agent, as_of, now, tokenizer, query: trigger.text, tags: trigger.tags, members };
  return { ...known, ...(session === undefined ? {} : { session }), ...(trigger.ref ? { trigger: trigger.ref } : {}) };
}

/** Loads the usual vocabulary, which takes some 0.2 s. */
export function warmUp(): void {
  countTokens('warm', 'o200k_base');
}

/** What is settled before anything is looked for. */
interface BuildSettings {
  readonly plan: BuildPlan;
  readonly hash: string;
  readonly tokenizer: CandidateQuery['tokenizer'];
  readonly counting: Counting;
  readonly count: TokenCounter;
  readonly budget: Budget;
  /** Tools that the model is told of beside the context. */
  readonly selectedTools: SelectedTools;
  /** Queries that it took. */
  readonly queries: number;
}

/** Queries left beside those that a plan may need: one while it looks into the session and catalogues only. */
function spareQueries({ sources }: BuildPlan): number {
  return sources.every(({ scope, type }) => scope === 'session' || type === 'catalog') ? 1 : 0;
}

/** The tools that the turn may use; nothing is asked where nothing is granted. */
async function loadGrantedTools({ definition: { toolGrants }, as_of }: BuildInput, world: ToolSource) {
  if (!toolGrants?.tools?.length) return { tools: [], queries: 0 };
  const { defined, queries } = await world.tools(as_of);
  return { tools: filterGranted(toolGrants, defined), queries };
}

async function loadCounting({ definition: { model }, access, as_of }: BuildInput, plan: BuildPlan, world: Calibrator) {
  const who = model?.name === undefined ? { agent: access.agent } : { model: model.name };
  if (!learnsFromBills(model?.counting)) return { counting: resolveCounting(model?.counting, null), queries: 0 };
  const { learned, queries } = await world.calibration({ ...who, as_of }, spareQueries(plan));
  return { counting: resolveCounting(model?.counting, learned), queries };
}

/** What the model is told of beside the context, counted as its mode tells it. */
function chooseTools(
  { definition: { toolGrants }, trigger }: BuildInput,
  tools: readonly DefinedTool[],
  count: TokenCounter,
): SelectedTools {
  if (!toolGrants) return NO_TOOLS;
  const costOf = (defs: readonly ToolDefV1[]): number => besideTokens(toolGrants, defs, count);
  return selectTools(tools, { toolGrants, message: trigger.text, costOf });
}

async function resolveSettings(
  input: BuildInput,
  world: Calibrator & ToolSource,
  window: number,
): Promise<BuildSettings> {
  const { definition, overrides, access } = input;
  const { tokenizer = 'o200k_base' } = definition.model ?? {};
  const shelf = await loadGrantedTools(input, world);
  const { plan, hash } = resolvePlan(overrides, resultScope(shelf.tools));
  const { counting, queries } = await loadCounting(input, plan, world);
  const count = createCounter(tokenizer, counting);
  const selectedTools = chooseTools(input, shelf.tools, count);
  const model = { context_window: window, ...definition.model };
  const allowed = { max_tokens: plan.max_tokens, margin: counting.margin };
  const budgetOf = (tokens: number): Budget =>
    computeBudget(model, { system_prompt: tokens, tool_schemas: selectedTools.tokens }, allowed);
  const budget = budgetAroundPersona(definition, { format: plan.format, count, budgetOf });
  if (budget.cap < SMALLEST_CAP) throw new ContextDoesNotFit(budget.cap, access.agent);
  return { plan, hash, tokenizer, counting, count, budget, selectedTools, queries: queries + shelf.queries };
}

type HydratedCandidates = Pick<HydratedItems, 'found'> & { readonly retrieved: RetrievedCandidates };

/** What may enter, each text once, best first, and what may not. */
function selectItems({ found, retrieved }: HydratedCandidates, { now, trigger }: BuildInput, plan: BuildPlan) {
  const scored = scoreItems(found, retrieved.query, now);
  const exchanges = lastExchanges(scored.ranked, trigger.author, plan.recent_exchanges);
  const dependsOnEarlier = (retrieved.query?.leans_on.length ?? 0) > 0 || isAcknowledgement(trigger.text);
  const sifted = dropFiller(scored.ranked, exchanges, { ...plan.dedup, dependsOnEarlier });
  const near = limitRecent(sifted.ranked, { ...plan, exchanges, dependsOnEarlier });
  const current = { ...trigger, simhash: simhash(trigger.text), name: trigger.ref?.id ?? 'the current message' };
  const unique = deduplicate(near.ranked, { trigger: current, exchanges, embedder: retrieved.embedder }, plan.dedup);
  const dropped = [...scored.dropped, ...sifted.dropped, ...near.dropped, ...unique.dropped];
  return { items: unique.distinct, exchanges, dropped };
}

/** What a build needs of the world. */
export type BuildPorts = Retriever & Calibrator & ToolSource;

/** One context, from what the plan asks for to what the agent reads. Only `settle` and `retrieve` touch the world. */
export async function buildContext(input: BuildInput, world: BuildPorts, window: number): Promise<BuiltContext> {
  const { trigger, access, now } = input;
  const settled = await resolveSettings(input, world, window);
  const { plan, count, tokenizer, budget } = settled;

  const retrieved = await retrieve(toCandidateQuery(input, tokenizer), plan, world);
  const who = { author: trigger.author, agent: access.agent, members: input.session?.members ?? [] };
  const { found, nameOf, speakers } = hydrate(assertReadable(retrieved, access), who);
  const { items, exchanges, dropped } = selectItems({ found, retrieved }, input, plan);

  const message = { speaker: nameOf(trigger.author), text: trigger.text, author: trigger.author };
  const view = { sections: plan.sections, today: utcDay(now) };
  const setting = { format: plan.format, nameOf, cap: budget.cap, count };
  const formatter = createFormatter(plan.format, buildFrame(input, setting));
  const fitted = fit({ ...view, cap: budget.cap, items, exchanges, message, count, formatter });
  const layout = buildLayout(fitted.chosen, fitted.message, view);
  const built = writeAccount({ ...settled, input, retrieved, speakers, exchanges, formatter, fitted, layout, dropped });
  // What a format cannot do without may alone be more than the smallest caps, where counts are estimates.
  if (built.tokens.total > budget.cap) throw new ContextDoesNotFit(budget.cap, access.agent);
  return built;
}
