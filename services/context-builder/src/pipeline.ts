import { besideTokens } from '@crumbtrail/prompting';
import type { ToolDefV1 } from '@crumbtrail/contracts';
import { countTokens, simhash } from '@crumbtrail/hints';
import { NoRoom } from './errors';
import type { Calibrator, Retriever, ToolShelf } from './ports';
import { account, type Built } from './explain/account';
import { arrange, dayOf } from './format/layout';
import { authorise } from './gather/assert-readable';
import { budgetFor, SMALLEST_CAP, type Budget } from './plan/budget';
import { counterOf, countingFor, learns, type Counter, type Counting } from './plan/counting';
import { dedup } from './select/deduplicate';
import { grantedTo, keepingOf, NO_OFFER, offer, type DefinedTool, type Offer } from './plan/tool-selection';
import { lastExchanges } from './select/last-exchanges';
import { isNod, sift } from './select/drop-filler';
import { fit } from './fit/fit';
import { formatterFor } from './format/format';
import { budgetBeside, frameFor } from './format/frame';
import { hydrate, type Hydrated } from './gather/hydrate';
import type { Occasion } from './gather/build-input';
import { planFor, type Plan } from './plan/plan';
import { retrieve, type Inquiry, type Retrieved } from './gather/retrieve';
import { score } from './select/score';
import { standing } from './select/limit-recent';

function inquiryOf({ eyes, as_of, now, trigger, session: record }: Occasion, tokenizer: Inquiry['tokenizer']): Inquiry {
  const { agent, session } = eyes;
  const members = (record?.members ?? []).map(({ kind, id, name }) => ({ kind, id, ...(name ? { name } : {}) }));
  const known = { agent, as_of, now, tokenizer, query: trigger.text, tags: trigger.tags, members };
  return { ...known, ...(session === undefined ? {} : { session }), ...(trigger.ref ? { trigger: trigger.ref } : {}) };
}

/** Loads the usual vocabulary, which takes some 0.2 s. */
export function warmUp(): void {
  countTokens('warm', 'o200k_base');
}

/** What is settled before anything is looked for. */
interface Settled {
  readonly plan: Plan;
  readonly hash: string;
  readonly tokenizer: Inquiry['tokenizer'];
  readonly counting: Counting;
  readonly count: Counter;
  readonly budget: Budget;
  /** Tools that the model is told of beside the context. */
  readonly offer: Offer;
  /** Queries that it took. */
  readonly queries: number;
}

/** Queries left beside those that a plan may need: one while it looks into the session and catalogues only. */
function roomFor({ sources }: Plan): number {
  return sources.every(({ scope, type }) => scope === 'session' || type === 'catalog') ? 1 : 0;
}

/** The tools that the turn may use; nothing is asked where nothing is granted. */
async function granted({ definition: { grantee }, as_of }: Occasion, world: ToolShelf) {
  if (!grantee?.tools?.length) return { tools: [], queries: 0 };
  const { defined, queries } = await world.tools(as_of);
  return { tools: grantedTo(grantee, defined), queries };
}

async function countingOf({ definition: { model }, eyes, as_of }: Occasion, plan: Plan, world: Calibrator) {
  const who = model?.name === undefined ? { agent: eyes.agent } : { model: model.name };
  if (!learns(model?.counting)) return { counting: countingFor(model?.counting, null), queries: 0 };
  const { learnt, queries } = await world.calibration({ ...who, as_of }, roomFor(plan));
  return { counting: countingFor(model?.counting, learnt), queries };
}

/** What the model is told of beside the context, counted as its mode tells it. */
function offerTo({ definition: { grantee }, trigger }: Occasion, tools: readonly DefinedTool[], count: Counter): Offer {
  if (!grantee) return NO_OFFER;
  const costOf = (defs: readonly ToolDefV1[]): number => besideTokens(grantee, defs, count);
  return offer(tools, { grantee, message: trigger.text, costOf });
}

async function settle(occasion: Occasion, world: Calibrator & ToolShelf, window: number): Promise<Settled> {
  const { definition, wishes, eyes } = occasion;
  const { tokenizer = 'o200k_base' } = definition.model ?? {};
  const shelf = await granted(occasion, world);
  const { plan, hash } = planFor(wishes, keepingOf(shelf.tools));
  const { counting, queries } = await countingOf(occasion, plan, world);
  const count = counterOf(tokenizer, counting);
  const offered = offerTo(occasion, shelf.tools, count);
  const model = { context_window: window, ...definition.model };
  const allowed = { max_tokens: plan.max_tokens, margin: counting.margin };
  const budgetOf = (tokens: number): Budget =>
    budgetFor(model, { system_prompt: tokens, tool_schemas: offered.tokens }, allowed);
  const budget = budgetBeside(definition, { format: plan.format, count, budgetOf });
  if (budget.cap < SMALLEST_CAP) throw new NoRoom(budget.cap, eyes.agent);
  return { plan, hash, tokenizer, counting, count, budget, offer: offered, queries: queries + shelf.queries };
}

type Findings = Pick<Hydrated, 'found'> & { readonly retrieved: Retrieved };

/** What may enter, each text once, best first, and what may not. */
function select({ found, retrieved }: Findings, { now, trigger }: Occasion, plan: Plan) {
  const scored = score(found, retrieved.query, now);
  const exchanges = lastExchanges(scored.ranked, trigger.author, plan.recent_exchanges);
  const leaning = (retrieved.query?.leans_on.length ?? 0) > 0 || isNod(trigger.text);
  const sifted = sift(scored.ranked, exchanges, { ...plan.dedup, leaning });
  const near = standing(sifted.ranked, { ...plan, exchanges, leaning });
  const current = { ...trigger, simhash: simhash(trigger.text), name: trigger.ref?.id ?? 'the current message' };
  const unique = dedup(near.ranked, { trigger: current, exchanges, embedder: retrieved.embedder }, plan.dedup);
  const dropped = [...scored.dropped, ...sifted.dropped, ...near.dropped, ...unique.dropped];
  return { items: unique.distinct, exchanges, dropped };
}

/** What a build needs of the world. */
export type World = Retriever & Calibrator & ToolShelf;

/** One context, from what the plan asks for to what the agent reads. Only `settle` and `retrieve` touch the world. */
export async function buildContext(occasion: Occasion, world: World, window: number): Promise<Built> {
  const { trigger, eyes, now } = occasion;
  const settled = await settle(occasion, world, window);
  const { plan, count, tokenizer, budget } = settled;

  const retrieved = await retrieve(inquiryOf(occasion, tokenizer), plan, world);
  const who = { author: trigger.author, agent: eyes.agent, members: occasion.session?.members ?? [] };
  const { found, nameOf, speakers } = hydrate(authorise(retrieved, eyes), who);
  const { items, exchanges, dropped } = select({ found, retrieved }, occasion, plan);

  const message = { speaker: nameOf(trigger.author), text: trigger.text, author: trigger.author };
  const view = { sections: plan.sections, today: dayOf(now) };
  const setting = { format: plan.format, nameOf, cap: budget.cap, count };
  const formatter = formatterFor(plan.format, frameFor(occasion, setting));
  const fitted = fit({ ...view, cap: budget.cap, items, exchanges, message, count, formatter });
  const layout = arrange(fitted.chosen, fitted.message, view);
  const built = account({ ...settled, occasion, retrieved, speakers, exchanges, formatter, fitted, layout, dropped });
  // What a format cannot do without may alone be more than the smallest caps, where counts are estimates.
  if (built.tokens.total > budget.cap) throw new NoRoom(budget.cap, eyes.agent);
  return built;
}
