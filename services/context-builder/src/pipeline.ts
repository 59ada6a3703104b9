import { countTokens, simhash } from '@crumbtrail/hints';
import { NoRoom } from './errors';
import type { Retriever } from './ports';
import { account, type Built } from './stages/account';
import { arrange, dayOf } from './stages/arrange';
import { authorise } from './stages/authorise';
import { budgetFor, SMALLEST_CAP } from './stages/budget';
import { dedup } from './stages/dedup';
import { lastExchanges } from './stages/exchanges';
import { fit } from './stages/fit';
import { formatterFor } from './stages/format';
import { frameFor } from './stages/frame';
import { hydrate } from './stages/hydrate';
import type { Occasion } from './stages/occasion';
import { planFor } from './stages/plan';
import { retrieve, type Inquiry } from './stages/retrieve';
import { score } from './stages/score';

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
  const budget = budgetFor(
    { context_window: window, ...definition.model },
    count(definition.system_prompt),
    plan.max_tokens,
  );
  if (budget.cap < SMALLEST_CAP) throw new NoRoom(budget.cap, eyes.agent);

  const retrieved = await retrieve(inquiryOf(occasion, tokenizer), plan, retriever);
  const who = { author: trigger.author, agent: eyes.agent, members: occasion.session?.members ?? [] };
  const { found, nameOf, speakers } = hydrate(authorise(retrieved, eyes), who);
  const scored = score(found, { text: trigger.text, embedder: retrieved.embedder }, now);
  const exchanges = lastExchanges(scored.ranked, trigger.author, plan.recent_exchanges);
  const current = { ...trigger, simhash: simhash(trigger.text), name: trigger.ref?.id ?? 'the current message' };
  const unique = dedup(scored.ranked, { trigger: current, exchanges }, plan.dedup);

  const message = { speaker: nameOf(trigger.author), text: trigger.text, author: trigger.author };
  const view = { sections: plan.sections, today: dayOf(now) };
  const formatter = formatterFor(plan.format, frameFor(occasion, nameOf));
  const fitted = fit({ ...view, cap: budget.cap, items: unique.distinct, exchanges, message, count, formatter });
  const layout = arrange(fitted.chosen, fitted.message, view);
  const dropped = [...scored.dropped, ...unique.dropped];
  const made = { occasion, plan, hash, budget, tokenizer, retrieved, speakers, exchanges, formatter };
  return account({ ...made, fitted, layout, dropped, count });
}
