import { sha256, type ReplayReply } from '@crumbtrail/contracts';
import { RENDERER } from '@crumbtrail/hints';
import { arrange, dayOf, type Entry } from '../format/layout';
import { counterOf } from '../plan/counting';
import { cutAt } from '../text/truncate';
import { format, formatterFor } from '../format/format';
import type { Formatter } from '../format/formatter';
import { frameFor } from '../format/frame';
import { planOf, type Recorded } from './recorded-context';
import { shown, type Recollection } from './restore';

/** The formatter that the context would be written with today, for so many tokens. */
export function formatterOf({ context }: Recorded, { occasion, nameOf }: Recollection, cap: number): Formatter {
  const count = counterOf(context.tokenizer, context.counting);
  return formatterFor(context.format, frameFor(occasion, { format: context.format, nameOf, cap, count }));
}

/** The current message as it stood: whole or cut, with its speaker's name or without. */
function messageOf({ context: { trigger } }: Recorded, { message }: Recollection): Entry {
  const text = trigger.cut === undefined ? message.text : cutAt(message.text, trigger.cut);
  return { ...message, text, ...(trigger.nameless === true ? { speaker: null } : {}) };
}

function textOf(recorded: Recorded, recollection: Recollection, formatter: Formatter): string {
  const view = { sections: planOf(recorded).sections, today: dayOf(recorded.context.now) };
  return format(arrange(recollection.items.map(shown), messageOf(recorded, recollection), view), formatter);
}

function differences(recorded: string, now: string, { reworded, hidden }: Recollection): ReplayReply['differs'] {
  return [
    ...(recorded === now ? [] : [{ what: 'renderer' as const, recorded, now }]),
    ...(reworded.length === 0 ? [] : [{ what: 'text' as const, items: reworded }]),
    ...(hidden.length === 0 ? [] : [{ what: 'hidden' as const, items: hidden }]),
  ];
}

/**
 * Formats the recorded items again. Identical to the byte, whatever was configured, counted, embedded, defined or written since;
 * else it names what was erased or hidden, which renderer differs, or which pieces read differently.
 */
export function replay(recorded: Recorded, recollection: Recollection): ReplayReply {
  const { formatted_hash, renderer, budget } = recorded.context;
  const formatter = formatterOf(recorded, recollection, budget.cap);
  const whole = recollection.erased.length + recollection.hidden.length === 0;
  const text = whole ? textOf(recorded, recollection, formatter) : null;
  const hash = text === null ? null : `sha256:${sha256(text)}`;
  return {
    context: recorded.id,
    identical: hash === formatted_hash,
    formatted_context: text,
    recorded_hash: formatted_hash,
    hash,
    erased: recollection.erased,
    differs: differences(renderer, `${RENDERER} ${formatter.version}`, recollection),
  };
}
