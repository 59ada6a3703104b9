import { Inject, Injectable } from '@nestjs/common';
import {
  type CrumbEvent,
  Events,
  type EventsReply,
  type EventsRequest,
  mayRead,
  refuse,
  satisfies,
  type TokenPiece,
} from '@crumbtrail/contracts';
import type { Request, Response } from 'express';
import { LOGGER, type Logger, WakeSignal } from '@crumbtrail/platform';
import type { LocatedIdentity } from '../cells/cell-directory';
import { ServiceRequests } from '../ports';
import type { Caller } from '../http/caller';
import type { EventStream } from '../live/event-stream';
import { followEvents, PAGE_SIZE } from '../live/follow-events';
import { LiveText } from '../live/live-text';
import { OpenStreams } from '../live/open-streams';
import { listOpenTurns } from '../live/open-turns';

/** The caller of a stream, with its HTTP request and response. */
export interface StreamExchange {
  readonly caller: Caller;
  readonly request: Request;
  readonly response: Response;
}

/** Which events a stream has. */
export type EventFeedFilter = Pick<EventsRequest, 'schemas' | 'session' | 'trail' | 'kinds'>;

/** A request for a stream: its start, its filter, and with `live` the replies in progress of a session. */
export interface FeedRequest {
  readonly cursor: string | undefined;
  readonly filter: EventFeedFilter;
  readonly live?: { readonly session: string };
}

/** Whether an event may match the filter. The store decides; this avoids requests for events that cannot match. */
function mayMatch(filter: EventFeedFilter, event: CrumbEvent): boolean {
  if (filter.session !== undefined && event.session !== filter.session) return false;
  if (filter.trail !== undefined && event.trail_id !== filter.trail) return false;
  if (filter.kinds && !filter.kinds.includes(event.kind)) return false;
  return !filter.schemas || filter.schemas.some((wanted) => satisfies(event.schema_name, wanted));
}

const CURSOR = /^[\x21-\x7e]{1,512}$/;

function readCursor(request: Request, given: string | undefined): string | undefined {
  const header = request.headers['last-event-id'];
  const cursor = typeof header === 'string' && header !== '' ? header : given;
  if (cursor === undefined || CURSOR.test(cursor)) return cursor;
  throw refuse('invalid_payload', 'The cursor was not issued by this gateway.');
}

/** Serves event streams: a subscription signals new events, and pages are read from the store with the caller's rights. */
@Injectable()
export class EventFeed {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly streams: OpenStreams,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Streams events until the reader disconnects. An error before the stream opens is an ordinary HTTP error. */
  async serve({ caller, request, response }: StreamExchange, { cursor, filter, live }: FeedRequest): Promise<void> {
    const from = readCursor(request, cursor);
    const identity = await this.requests.identifyUncached(caller);
    const wakeSignal = new WakeSignal();
    const page = (at: string | undefined): Promise<EventsReply> =>
      this.requests.request(Events, caller, {
        ...filter,
        limit: PAGE_SIZE,
        ...(at === undefined ? {} : { cursor: at }),
      });
    const stream = this.streams.admit(response);
    const stops = [this.requests.onEvents(identity, (event) => mayMatch(filter, event) && wakeSignal.notify())];
    stream.gone.addEventListener('abort', () => stops.forEach((stop) => stop()), { once: true });
    try {
      const first = await page(from);
      if (stream.gone.aborted) return;
      stream.open();
      if (live) stops.push(this.showLive(stream, { caller, identity }, live.session));
      await followEvents({ page, wakeSignal, instance: request.path }, stream, first);
    } catch (error) {
      stream.abandon();
      throw error;
    }
  }

  private showLive(
    stream: EventStream,
    { caller, identity }: { caller: Caller; identity: LocatedIdentity },
    session: string,
  ): () => void {
    const viewer = { participant: identity.participant, operator: identity.role === 'operator' };
    const isTheirs = (piece: TokenPiece): boolean =>
      mayRead({ audience: piece.audience, author: { kind: 'agent', id: piece.agent } }, viewer);
    const failed = (error: unknown): void =>
      this.logger.warn({ err: error, session }, 'the text so far of a reply could not be read');
    const text = new LiveText({
      soFar: async (turn) => (await this.requests.readPieces(identity, turn)).filter(isTheirs),
      show: (piece) => stream.offer({ event: 'piece', data: piece }),
      failed,
    });
    const silence = this.requests.onPieces(identity, session, (piece) => {
      if (isTheirs(piece)) text.take(piece);
    });
    listOpenTurns(this.requests, caller, session)
      .then((turns) => Promise.all(turns.map((turn) => text.join(turn))))
      .catch(failed);
    return silence;
  }
}
