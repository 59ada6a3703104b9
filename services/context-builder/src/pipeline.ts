import { countTokens, simhash } from '@crumbtrail/hints';
import { NoRoom } from './errors';
import type { Calibrator, Retriever } from './ports';
import { account, type Built } from './stages/account';
import { arrange, dayOf } from './stages/arrange';
import { authorise } from './stages/authorise';
import { budgetFor, SMALLEST_CAP, type Budget } from './stages/budget';
import { counterOf, countingFor, learns, type Counter, type Counting } from './stages/count';
import { dedup } from './stages/dedup';
import { lastExchanges } from './stages/exchanges';
import { isNod, sift } from './stages/filler';
import { fit } from './stages/fit';
import { formatterFor } from './stages/format';
import { budgetBeside, frameFor } from './stages/frame';
import { hydrate, type Hydrated } from './stages/hydrate';
import type { Occasion } from './stages/occasion';
import { planFor, type Plan } from './stages/plan';
import { retrieve, type Inquiry, type Retrieved } from './stages/retrieve';
import { score } from './stages/score';
import { standing } from './stages/window';

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
  /** Queries that it took. */
  readonly queries: number;
}

/** Queries left beside those that a plan may need: one while it looks into the session and catalogues only. */
function roomFor({ sources }: Plan): number {
  return sources.every(({ scope, type }) => scope === 'session' || type === 'catalog') ? 1 : 0;
}

async function settle(
  { definition, wishes, eyes, as_of }: Occasion,
  world: Calibrator,
  window: number,
): Promise<Settled> {
  const { tokenizer = 'o200k_base', name, counting: asked } = definition.model ?? {};
  const { plan, hash } = planFor(wishes);
  const who = name === undefined ? { agent: eyes.agent } : { model: name };
  const { learnt, queries } = learns(asked)
    ? await world.calibration({ ...who, as_of }, roomFor(plan))
    : { learnt: null, queries: 0 };
  const counting = countingFor(asked, learnt);
  const count = counterOf(tokenizer, counting);
  const model = { context_window: window, ...definition.model };
  const granted = { max_tokens: plan.max_tokens, margin: counting.margin };
  const budgetOf = (tokens: number): Budget => budgetFor(model, { system_prompt: tokens, tool_schemas: 0 }, granted);
  const budget = budgetBeside(definition, { format: plan.format, count, budgetOf });
  if (budget.cap < SMALLEST_CAP) throw new NoRoom(budget.cap, eyes.agent);
  return { plan, hash, tokenizer, counting, count, budget, queries };
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

/** One context, from what the plan asks for to what the agent reads. Only `settle` and `retrieve` touch the world. */
export async function buildContext(occasion: Occasion, world: Retriever & Calibrator, window: number): Promise<Built> {
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
