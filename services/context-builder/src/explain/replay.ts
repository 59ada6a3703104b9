import { sha256 } from '@crumbtrail/contracts';
import type { ReplayReply } from '@crumbtrail/contracts/operations/recorded-contexts';
import { RENDERER } from '@crumbtrail/hints';
import { contextDays } from '../format/days';
import { buildLayout, type LayoutEntry } from '../format/layout';
import { createCounter } from '../plan/counting';
import { truncateAt } from '../text/truncate';
import { formatLayout, createFormatter } from '../format/format';
import type { Formatter } from '../format/formatter';
import { orderOfRows } from '../format/shown-order';
import { buildFrame } from '../format/frame';
import { askedMessage } from '../gather/build-input';
import { recordedPlan, type RecordedContext } from './recorded-context';
import { placeScene, type PlacedScene } from '../fit/place-scene';
import { asShown, type RestoredBuild } from './restore';

/** The formatter that the context would be written with today, for this cap. */
export function recordedFormatter(recorded: RecordedContext, { input, nameOf }: RestoredBuild, cap: number): Formatter {
  const { format, tokenizer, counting } = recorded.context;
  const count = createCounter(tokenizer, counting);
  const { frame } = recordedPlan(recorded);
  return createFormatter(format, buildFrame(input, { format, nameOf, cap, count, frame }));
}

/** The current message as it was shown: whole or truncated, with its speaker's name or without. */
function messageAsShown({ context: { trigger } }: RecordedContext, { message }: RestoredBuild): LayoutEntry {
  const text = trigger.cut === undefined ? message.text : truncateAt(message.text, trigger.cut);
  return { ...message, text, ...(trigger.nameless === true ? { speaker: null } : {}) };
}

/** The texts of authors as the recorded build placed them, for this cap. */
export function recordedScene(
  recorded: RecordedContext,
  { input, nameOf }: RestoredBuild,
  { formatter, cap }: { readonly formatter: Formatter; readonly cap: number },
): PlacedScene {
  const { tokenizer, counting } = recorded.context;
  const { frame } = recordedPlan(recorded);
  return placeScene(input, { nameOf, cap, count: createCounter(tokenizer, counting), formatter, frame });
}

function formatRecorded(recorded: RecordedContext, restored: RestoredBuild, formatter: Formatter): string {
  const { cap } = recorded.context.budget;
  const { sections, day_zone } = recordedPlan(recorded);
  const view = {
    sections,
    calendar: contextDays(recorded.context.now, day_zone),
    asked: askedMessage(restored.input),
    order: orderOfRows(restored.items.map(({ row }) => row)),
    placed: recordedScene(recorded, restored, { formatter, cap }).placed,
  };
  return formatLayout(buildLayout(restored.items.map(asShown), messageAsShown(recorded, restored), view), formatter);
}

function listDifferences(recorded: string, now: string, { reworded, hidden }: RestoredBuild): ReplayReply['differs'] {
  return [
    ...(recorded === now ? [] : [{ what: 'renderer' as const, recorded, now }]),
    ...(reworded.length === 0 ? [] : [{ what: 'text' as const, items: reworded }]),
    ...(hidden.length === 0 ? [] : [{ what: 'hidden' as const, items: hidden }]),
  ];
}

/**
 * Formats the recorded items again. The result is byte-identical even after changes of the configuration, counting, embedder,
 * definitions or messages; otherwise it lists what was erased or hidden, a renderer that changed, or items that render
 * differently.
 */
export function replay(recorded: RecordedContext, restored: RestoredBuild): ReplayReply {
  const { formatted_hash, renderer, budget } = recorded.context;
  const formatter = recordedFormatter(recorded, restored, budget.cap);
  const isComplete = restored.erased.length + restored.hidden.length === 0;
  const text = isComplete ? formatRecorded(recorded, restored, formatter) : null;
  const hash = text === null ? null : `sha256:${sha256(text)}`;
  return {
    context: recorded.id,
    identical: hash === formatted_hash,
    formatted_context: text,
    recorded_hash: formatted_hash,
    hash,
    erased: restored.erased,
    differs: listDifferences(renderer, `${RENDERER} ${formatter.version}`, restored),
  };
}
