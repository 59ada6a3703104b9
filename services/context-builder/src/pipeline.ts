import { countTokens, simhash } from '@crumbtrail/hints';
import { NoRoom } from './errors';
import type { Retriever } from './ports';
import { account, type Built } from './stages/account';
import { arrange, dayOf } from './stages/arrange';
import { authorise } from './stages/authorise';
import { budgetFor, SMALLEST_CAP, type Budget } from './stages/budget';
import { dedup } from './stages/dedup';
import { lastExchanges } from './stages/exchanges';
import { sift } from './stages/filler';
import { fit } from './stages/fit';
import { formatterFor } from './stages/format';
import { budgetBeside, frameFor } from './stages/frame';
import { hydrate } from './stages/hydrate';
import type { Occasion } from './stages/occasion';
import { planFor } from './stages/plan';
import { retrieve, type Inquiry } from './stages/retrieve';
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

/** One context, from what the plan asks for to what the agent reads. Only `retrieve` touches the world. */
export async function buildContext(occasion: Occasion, retriever: Retriever, window: number): Promise<Built> {
  const { definition, trigger, eyes, now } = occasion;
  const tokenizer = definition.model?.tokenizer ?? 'o200k_base';
  const count = (text: string): number => countTokens(text, tokenizer);

  const { plan, hash } = planFor(occasion.wishes);
  const model = { context_window: window, ...definition.model };
  const budgetOf = (systemPrompt: number): Budget => budgetFor(model, systemPrompt, plan.max_tokens);
  const budget = budgetBeside(definition, { format: plan.format, count, budgetOf });
  if (budget.cap < SMALLEST_CAP) throw new NoRoom(budget.cap, eyes.agent);

  const retrieved = await retrieve(inquiryOf(occasion, tokenizer), plan, retriever);
  const who = { author: trigger.author, agent: eyes.agent, members: occasion.session?.members ?? [] };
  const { found, nameOf, speakers } = hydrate(authorise(retrieved, eyes), who);
  const scored = score(found, retrieved.query, now);
  const exchanges = lastExchanges(scored.ranked, trigger.author, plan.recent_exchanges);
  const current = { ...trigger, simhash: simhash(trigger.text), name: trigger.ref?.id ?? 'the current message' };
  const leaning = (retrieved.query?.leans_on.length ?? 0) > 0;
  const sifted = sift(scored.ranked, exchanges, { ...plan.dedup, leaning });
  const near = standing(sifted.ranked, { ...plan, exchanges, leaning });
  const unique = dedup(near.ranked, { trigger: current, exchanges, embedder: retrieved.embedder }, plan.dedup);

  const message = { speaker: nameOf(trigger.author), text: trigger.text, author: trigger.author };
  const view = { sections: plan.sections, today: dayOf(now) };
  const setting = { format: plan.format, nameOf, cap: budget.cap, count };
  const formatter = formatterFor(plan.format, frameFor(occasion, setting));
  const fitted = fit({ ...view, cap: budget.cap, items: unique.distinct, exchanges, message, count, formatter });
  const layout = arrange(fitted.chosen, fitted.message, view);
  const dropped = [...scored.dropped, ...sifted.dropped, ...near.dropped, ...unique.dropped];
  const made = { occasion, plan, hash, budget, tokenizer, retrieved, speakers, exchanges, formatter };
  return account({ ...made, fitted, layout, dropped, count });
}
