import { Inject, Injectable } from '@nestjs/common';
import {
  type CrumbEvent,
  Events,
  type EventsReply,
  type EventsRequest,
  type Identity,
  mayRead,
  refuse,
  satisfies,
  type TokenPiece,
} from '@crumbtrail/contracts';
import type { Request, Response } from 'express';
import { LOGGER, type Logger } from '@crumbtrail/platform';
import { Asks } from './adapters/asks.nats';
import type { Caller } from './caller';
import { Bell } from './live/bell';
import type { EventStream } from './live/event-stream';
import { follow, PAGE } from './live/follow';
import { LiveText } from './live/live-text';
import { OpenStreams } from './live/open-streams';
import { underWay } from './live/under-way';

/** Who asks, and where the answer goes. */
export interface Exchange {
  readonly caller: Caller;
  readonly request: Request;
  readonly response: Response;
}

/** Which events are wanted. */
export type Filter = Pick<EventsRequest, 'schemas' | 'session' | 'kinds'>;

/** What is followed, from where, and whether the replies are shown while they are written. */
export interface Wanted {
  readonly cursor: string | undefined;
  readonly filter: Filter;
  readonly live?: { readonly session: string };
}

/** May this event be one of those wanted? The store decides; a wake-up that cannot match is not worth a question. */
function concerns(filter: Filter, event: CrumbEvent): boolean {
  if (filter.session !== undefined && event.session !== filter.session) return false;
  if (filter.kinds && !filter.kinds.includes(event.kind)) return false;
  return !filter.schemas || filter.schemas.some((wanted) => satisfies(event.schema_name, wanted));
}

const CURSOR = /^[\x21-\x7e]{1,512}$/;

function cursorOf(request: Request, given: string | undefined): string | undefined {
  const header = request.headers['last-event-id'];
  const cursor = typeof header === 'string' && header !== '' ? header : given;
  if (cursor === undefined || CURSOR.test(cursor)) return cursor;
  throw refuse('invalid_payload', 'The cursor is none that the gateway gave.');
}

/** Serves event streams: a subscription that rings, and pages read from the store with the caller's eyes. */
@Injectable()
export class EventFeed {
  constructor(
    private readonly asks: Asks,
    private readonly streams: OpenStreams,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Answers with a stream that ends when the reader leaves. What is refused at once is refused as any request. */
  async serve({ caller, request, response }: Exchange, { cursor, filter, live }: Wanted): Promise<void> {
    const from = cursorOf(request, cursor);
    const identity = await this.asks.identifyAfresh(caller);
    const bell = new Bell();
    const page = (at: string | undefined): Promise<EventsReply> =>
      this.asks.ask(Events, caller, { ...filter, limit: PAGE, ...(at === undefined ? {} : { cursor: at }) });
    const stream = this.streams.admit(response);
    const stops = [this.asks.wakeUps(identity.workspace, (event) => concerns(filter, event) && bell.ring())];
    stream.gone.addEventListener('abort', () => stops.forEach((stop) => stop()), { once: true });
    try {
      const first = await page(from);
      if (stream.gone.aborted) return;
      stream.open();
      if (live) stops.push(this.showLive(stream, { caller, identity }, live.session));
      await follow({ page, bell, instance: request.path }, stream, first);
    } catch (error) {
      stream.abandon();
      throw error;
    }
  }

  private showLive(
    stream: EventStream,
    { caller, identity }: { caller: Caller; identity: Identity },
    session: string,
  ): () => void {
    const viewer = { participant: identity.participant, operator: identity.role === 'operator' };
    const isTheirs = (piece: TokenPiece): boolean =>
      mayRead({ audience: piece.audience, author: { kind: 'agent', id: piece.agent } }, viewer);
    const failed = (error: unknown): void =>
      this.logger.warn({ err: error, session }, 'the text so far of a reply could not be read');
    const text = new LiveText({
      soFar: async (turn) => (await this.asks.join(identity.workspace, turn)).filter(isTheirs),
      show: (piece) => stream.offer({ event: 'piece', data: piece }),
      failed,
    });
    const silence = this.asks.pieces(identity.workspace, session, (piece) => {
      if (isTheirs(piece)) text.take(piece);
    });
    underWay(this.asks, caller, session)
      .then((turns) => Promise.all(turns.map((turn) => text.join(turn))))
      .catch(failed);
    return silence;
  }
}
