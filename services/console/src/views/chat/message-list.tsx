import type { Envelope, TurnView } from '@crumbtrail/contracts';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type ReactNode,
  type UIEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useRoute } from '../../routing/use-route';
import { ErrorNotice } from '../../components/error-notice';
import { Loading } from '../../components/loading';
import { ErasedNotice } from './erased-notice';
import { closedTurn, type ErasedEntry, isChatMessage, placeErased, type StreamedReply } from './live-session';
import { Message } from './message';
import { OpenedTexts } from './message-text';
import { PendingTurn, StreamingReply } from './pending-turn';
import type { Conversation } from './use-conversation';
import { useEndOfList } from './use-end-of-list';
import { findLastAnswer, LastAnswerProvider } from './why-not-link';

/** As near to an end of the list, in pixels, the reader counts as being there. */
const NEAR_END_PX = 80;
const NEAR_START_PX = 200;
/** From so far above its end, in pixels, the list offers to jump there. */
const FAR_FROM_END_PX = 300;
const ESTIMATED_PX = 110;
const OVERSCAN = 6;
/** A list of so many rows is on the page as a whole. */
const WHOLE_ROWS = 100;
const GAP_PX = 8;

/** A row of the list. A reply keeps its key from the opening of its turn to its breadcrumb. */
type ListRow =
  | { readonly key: string; readonly crumb: Envelope }
  | { readonly key: string; readonly erased: ErasedEntry }
  | { readonly key: string; readonly reply: StreamedReply }
  | { readonly key: string; readonly turn: TurnView };

interface ChatRows {
  readonly rows: readonly ListRow[];
  /** The same function as long as the keys are the same: for another one, the list measures all rows again. */
  readonly keyOf: (index: number) => string | number;
}

const messageRow = (crumb: Envelope): ListRow => ({ key: closedTurn(crumb) ?? crumb.id, crumb });

/** Messages, then turns without text, then replies that are being written. A piece of a reply makes no message anew. */
function useRows({ crumbs, erased, replies, openTurns }: Conversation, inner: boolean): ChatRows {
  const messages = useMemo(() => {
    const shown = placeErased(crumbs, erased).filter((one) => inner || isChatMessage(one));
    return shown.map((one): ListRow => ('context' in one ? messageRow(one) : { key: one.id, erased: one }));
  }, [crumbs, erased, inner]);
  const rows = useMemo(
    () => [
      ...messages,
      ...openTurns.map((turn) => ({ key: turn.id, turn })),
      ...replies.map((reply) => ({ key: reply.turn, reply })),
    ],
    [messages, openTurns, replies],
  );
  const turns = [...openTurns.map(({ id }) => id), ...replies.map(({ turn }) => turn)].join(' ');
  const keyOf = useCallback(
    (index: number) => messages[index]?.key ?? turns.split(' ')[index - messages.length] ?? index,
    [messages, turns],
  );
  return { rows, keyOf };
}

/** The key of the row with the message that the address names. Earlier messages are loaded until it is among them. */
function useSoughtKey(rows: readonly ListRow[], conversation: Conversation): string | undefined {
  const { isLoading, isLoadingEarlier, loadEarlier } = conversation;
  const sought = useRoute().query.get('message');
  const found = rows.find((row) => 'crumb' in row && row.crumb.id === sought)?.key;
  const isMissing = sought !== null && found === undefined && !isLoading && !isLoadingEarlier;
  useEffect(() => {
    if (isMissing) loadEarlier?.();
  }, [isMissing, loadEarlier]);
  return found;
}

function RowContent({ row }: { readonly row: ListRow }): ReactNode {
  if ('crumb' in row) return <Message crumb={row.crumb} />;
  if ('erased' in row) return <ErasedNotice entry={row.erased} />;
  return 'reply' in row ? <StreamingReply reply={row.reply} /> : <PendingTurn turn={row.turn} />;
}

/** The row with the focus stays on the page when it is scrolled out of sight: without it, Tab would begin anew. */
function useFocusedRow() {
  const [focused, setFocused] = useState<number>();
  const rangeExtractor = useCallback(
    (range: Range): number[] => {
      const shown = defaultRangeExtractor(range);
      if (focused === undefined || focused >= range.count || shown.includes(focused)) return shown;
      return [...shown, focused].sort((a, b) => a - b);
    },
    [focused],
  );
  const onFocus = ({ target }: FocusEvent): void => {
    const index = (target as HTMLElement).closest('li[data-index]')?.getAttribute('data-index');
    setFocused(index ? Number(index) : undefined);
  };
  return { rangeExtractor, onFocus, onBlur: () => setFocused(undefined) };
}

/** The rows near those that are on the page. The list begins at its end or at the sought row, and stays at its end while it grows, or at what the reader has scrolled to. */
function Rows({
  rows,
  keyOf,
  sought,
  jumps,
  box,
}: ChatRows & {
  readonly sought: string | undefined;
  /** How often the reader has asked for the end of the list. */
  readonly jumps: number;
  readonly box: React.RefObject<HTMLDivElement | null>;
}): ReactNode {
  const { rangeExtractor, onFocus, onBlur } = useFocusedRow();
  const list = useVirtualizer({
    count: rows.length,
    rangeExtractor,
    getScrollElement: () => box.current,
    estimateSize: () => ESTIMATED_PX,
    getItemKey: keyOf,
    gap: GAP_PX,
    overscan: rows.length <= WHOLE_ROWS ? WHOLE_ROWS : OVERSCAN,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END_PX,
  });
  const soughtIndex = useRef(-1);
  soughtIndex.current = sought === undefined ? -1 : rows.findIndex(({ key }) => key === sought);
  useLayoutEffect(() => {
    if (sought === undefined) list.scrollToEnd();
    else list.scrollToIndex(soughtIndex.current, { align: 'center' });
  }, [list, sought]);
  useLayoutEffect(() => {
    if (jumps > 0) list.scrollToEnd();
  }, [list, jumps]);
  return (
    <ol style={{ height: list.getTotalSize() }} onFocus={onFocus} onBlur={onBlur}>
      {list.getVirtualItems().map(({ key, index, start }) => (
        <li
          key={key}
          ref={list.measureElement}
          data-index={index}
          aria-setsize={rows.length}
          aria-posinset={index + 1}
          aria-current={key === sought ? 'true' : undefined}
          style={{ transform: `translateY(${start}px)` }}
        >
          <RowContent row={rows[index] as ListRow} />
        </li>
      ))}
    </ol>
  );
}

/** Loads earlier messages when the reader scrolls to the start; wheels and keys may ask many times while one page is loaded. */
function useLoadOnScroll({ loadEarlier, isLoadingEarlier }: Conversation) {
  return ({ currentTarget }: UIEvent<HTMLDivElement>): void => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    const canScroll = scrollHeight > clientHeight + NEAR_START_PX;
    if (canScroll && scrollTop < NEAR_START_PX && !isLoadingEarlier) loadEarlier?.();
  };
}

/** Of one height, whatever it says: the messages below it stay where they are. */
function EarlierBar({ conversation }: { readonly conversation: Conversation }): ReactNode {
  const { loadEarlier, isLoadingEarlier, isLoading } = conversation;
  if (!loadEarlier) return <p className="earlier soft">{!isLoading && 'Start of the session'}</p>;
  return (
    <div className="earlier">
      <button type="button" disabled={isLoadingEarlier} onClick={loadEarlier}>
        Load earlier messages
      </button>
    </div>
  );
}

/** The messages of a session, the latest at the end; only those near the visible ones are on the page. */
export function MessageList({
  conversation,
  inner,
  sent,
}: {
  readonly conversation: Conversation;
  readonly inner: boolean;
  /** How many messages the reader has sent: after each of them the list goes to its end. */
  readonly sent: number;
}): ReactNode {
  const { silence, isLoading, error } = conversation;
  const box = useRef<HTMLDivElement>(null);
  const [opened] = useState(() => new Set<string>());
  const { rows, keyOf } = useRows(conversation, inner);
  const sought = useSoughtKey(rows, conversation);
  const loadOnScroll = useLoadOnScroll(conversation);
  const keys = useMemo(() => rows.map(({ key }) => key), [rows]);
  const end = useEndOfList(keys, FAR_FROM_END_PX);
  const [jumps, setJumps] = useState(0);
  const onScroll = (event: UIEvent<HTMLDivElement>): void => {
    loadOnScroll(event);
    end.onScroll(event);
  };
  const lastAnswer = useMemo(() => findLastAnswer(conversation.crumbs), [conversation.crumbs]);
  return (
    <div className="conversation">
      <EarlierBar conversation={conversation} />
      <div className="messages" ref={box} tabIndex={0} role="log" aria-label="Messages" onScroll={onScroll}>
        {error !== null && <ErrorNotice error={error} />}
        {isLoading && error === null && <Loading label="Loading messages" />}
        {!isLoading && rows.length === 0 && <p className="soft">No messages yet.</p>}
        <LastAnswerProvider value={lastAnswer}>
          <OpenedTexts value={opened}>
            {rows.length > 0 && <Rows rows={rows} keyOf={keyOf} sought={sought} jumps={jumps + sent} box={box} />}
          </OpenedTexts>
        </LastAnswerProvider>
        {silence !== undefined && (
          <p className="soft" role="status">
            {silence}
          </p>
        )}
      </div>
      {end.isAway && (
        <button type="button" className="jump-to-latest" onClick={() => setJumps(jumps + 1)}>
          {end.unseen > 0 ? `${end.unseen.toLocaleString('en')} new ↓` : 'Jump to latest ↓'}
        </button>
      )}
    </div>
  );
}
