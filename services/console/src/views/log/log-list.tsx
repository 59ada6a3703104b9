import type { StreamedEvent } from '@crumbtrail/client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, memo, type ReactNode, useRef } from 'react';
import { Time, useTimeFormat } from '../../components/time';
import { AudienceBadge, Author } from '../../components/author';
import { useNarrow } from '../../hooks/use-narrow';
import { summarizeEvent } from './log-buffer';

const ROW_PX = 30;
/** On narrow pages a row has two lines. */
const NARROW_ROW_PX = 52;
const OVERSCAN = 12;

const timeOf = ({ at, crumb }: StreamedEvent): string | undefined => at ?? crumb?.created_at;

const LogRow = memo(function LogRow(props: {
  readonly event: StreamedEvent;
  readonly isChosen: boolean;
  readonly onChoose: (position: number) => void;
}): ReactNode {
  const { event, isChosen, onChoose } = props;
  const at = timeOf(event);
  return (
    <button type="button" className="log-row" aria-pressed={isChosen} onClick={() => onChoose(event.position)}>
      <span className="number soft">{event.position.toLocaleString('en')}</span>
      <span className="when">{at !== undefined && <Time at={at} />}</span>
      <span className="what">
        {event.schema_name}
        {event.kind !== 'created' && <span className="soft"> {event.kind}</span>}
      </span>
      <span className="soft where">{event.session}</span>
      <Author author={event.crumb?.author ?? event.author} />
      <span className="brief">
        <AudienceBadge audience={event.crumb?.audience} />
        <bdi>{summarizeEvent(event)}</bdi>
      </span>
    </button>
  );
});

/** The least width of the column of times, in characters: relative times differ. */
const MIN_TIME_CHARS = 14;

/** The width of the column of times: of the first and the last, because times of other days are longer than those of today. */
function useTimeWidth(events: readonly StreamedEvent[]): CSSProperties {
  const format = useTimeFormat();
  const times = [events[0], events.at(-1)].flatMap((event) => (event && timeOf(event)) ?? []);
  const characters = Math.max(MIN_TIME_CHARS, ...times.map((time) => format(time).length));
  return { '--when': `${characters}ch` } as CSSProperties;
}

/** A virtualised list of events. The up and down arrow keys select the neighbouring event. */
export function LogList(props: {
  readonly events: readonly StreamedEvent[];
  readonly chosen: number | undefined;
  readonly onChoose: (position: number) => void;
  readonly onScroll: (isAtTop: boolean) => void;
}): ReactNode {
  const { events, chosen, onChoose, onScroll } = props;
  const box = useRef<HTMLDivElement>(null);
  const height = useNarrow() ? NARROW_ROW_PX : ROW_PX;
  const list = useVirtualizer({
    count: events.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    getItemKey: (index) => `${events[index]?.position}`,
  });
  const timeWidth = useTimeWidth(events);
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const at = events.findIndex(({ position }) => position === chosen) + by;
    const next = events[at];
    if (!next) return;
    list.scrollToIndex(at);
    onChoose(next.position);
  };
  return (
    <div
      ref={box}
      className="log-list"
      style={timeWidth}
      role="group"
      aria-label="Events"
      tabIndex={0}
      onKeyDown={step}
      onScroll={({ currentTarget }) => onScroll(currentTarget.scrollTop < height)}
    >
      <div className="log-room" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start }) => (
          <div key={key} className="log-place" style={{ height, transform: `translateY(${start}px)` }}>
            <LogRow
              event={events[index] as StreamedEvent}
              isChosen={events[index]?.position === chosen}
              onChoose={onChoose}
            />
          </div>
        ))}
      </div>
    </div>
  );
}
