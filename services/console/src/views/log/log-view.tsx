import type { StreamedEvent } from '@crumbtrail/client';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { hrefTo } from '../../routing/route';
import { useRoute } from '../../routing/use-route';
import { ConnectionBadge } from '../../components/connection-badge';
import { JsonBlock } from '../../components/json-block';
import { SavedViews } from '../../components/saved-views';
import { LogFilters, useFilters } from './log-filters';
import { LogList } from './log-list';
import type { LogBuffer } from './log-buffer';
import { LOG_PAGE_SIZE, useLog, useFilteredEvents } from './use-log';
import './log.css';

/** `30 events`, or `4 of 30 events` where a filter hides some. */
function countEvents(matching: number, loaded: number): string {
  const all = `${loaded.toLocaleString('en')} event${loaded === 1 ? '' : 's'}`;
  return matching === loaded ? all : `${matching.toLocaleString('en')} of ${all}`;
}

const parsePosition = (text: string | null): number | undefined => (Number(text) > 0 ? Number(text) : undefined);

/** The current buffer, or the one at the time the reader paused or scrolled away from the latest event. */
function usePausedBuffer(buffer: LogBuffer) {
  const [held, setHeld] = useState<LogBuffer>();
  const [paused, setPaused] = useState(false);
  const hold = (isHeld: boolean): void => setHeld(isHeld ? (held ?? buffer) : undefined);
  return {
    shown: held ?? buffer,
    paused,
    unseen: held ? buffer.total - held.total : 0,
    pause: (on: boolean): void => {
      setPaused(on);
      hold(on);
    },
    scrolled: (isAtTop: boolean): void => {
      if (!paused) hold(!isAtTop);
    },
  };
}

function EventDetails({ event, onClose }: { readonly event: StreamedEvent; readonly onClose: () => void }): ReactNode {
  return (
    <section className="chosen" aria-label={`Event ${event.position}`}>
      <div className="row">
        <strong>{event.schema_name}</strong>
        <a href={hrefTo('trails', [event.trail_id], { crumb: event.id })}>trail</a>
        {event.session && <a href={hrefTo('chat', [event.session])}>session</a>}
        <button type="button" className="push" onClick={onClose}>
          Close
        </button>
      </div>
      <JsonBlock value={event} />
    </section>
  );
}

function JumpNavigation({
  from,
  events,
}: {
  readonly from: number;
  readonly events: readonly StreamedEvent[];
}): ReactNode {
  const { go } = useRoute();
  const last = events.at(-1)?.position;
  return (
    <div className="row">
      <span className="soft">From position {from.toLocaleString('en')}, oldest first.</span>
      {last !== undefined && events.length >= LOG_PAGE_SIZE && (
        <button type="button" onClick={() => go({ from: last + 1 })}>
          Next {LOG_PAGE_SIZE}
        </button>
      )}
      <button type="button" onClick={() => go({ from: undefined })}>
        Back to the latest
      </button>
    </div>
  );
}

/** The log view: live with the latest events first, or from a position on. */
export default function LogView(): ReactNode {
  const { query, open, close } = useRoute();
  const filters = useFilters();
  const from = parsePosition(query.get('from'));
  const { buffer, ...stream } = useLog({ schema: filters.schema, session: filters.session, from });
  const { shown, paused, unseen, pause, scrolled } = usePausedBuffer(buffer);
  const matching = useFilteredEvents(shown, filters);
  const events = useMemo(() => (from === undefined ? matching.toReversed() : matching), [matching, from]);
  const at = parsePosition(query.get('at'));
  const chosen = events.find(({ position }) => position === at);
  const choose = useCallback((position: number) => open('at', position), [open]);
  return (
    <div className="view full log">
      <div className="row">
        <h1>Log</h1>
        <ConnectionBadge stream={stream} />
        <button type="button" aria-pressed={paused} onClick={() => pause(!paused)}>
          {paused ? 'Resume' : 'Pause'}
        </button>
        <span className="soft" role="status">
          {unseen > 0 ? `${unseen.toLocaleString('en')} new` : countEvents(events.length, shown.events.length)}
        </span>
      </div>
      <SavedViews />
      <LogFilters />
      {from !== undefined && <JumpNavigation from={from} events={shown.events} />}
      <div className="log-body">
        <LogList
          events={events}
          chosen={at}
          onChoose={choose}
          onScroll={from === undefined ? scrolled : () => undefined}
        />
        {chosen && <EventDetails event={chosen} onClose={() => close('at')} />}
      </div>
    </div>
  );
}
