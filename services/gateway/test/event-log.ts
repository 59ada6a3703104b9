import { type CrumbEvent, type Envelope, type EventsReply, refuse } from '@crumbtrail/contracts';
import { announced, crumb } from './crumbs';

/** A log of breadcrumbs that serves store.events: cursors are positions, and `start` is 0. */
export class Log {
  private readonly crumbs: Envelope[] = [];

  append(more: Partial<Envelope> = {}): CrumbEvent {
    const one = crumb({ position: this.crumbs.length + 1, ...more });
    this.crumbs.push(one);
    return announced(one);
  }

  page({ cursor, session, limit = 100 }: { cursor?: string; session?: string; limit?: number }): EventsReply {
    const after = cursor === undefined ? this.crumbs.length : cursor === 'start' ? 0 : Number(cursor);
    if (Number.isNaN(after)) throw refuse('cursor_gone', 'That log no longer exists.');
    const all = this.crumbs.filter(({ position }) => position > after);
    const some = all.slice(0, limit);
    const through = some.length < all.length ? some.at(-1)?.position : this.crumbs.length;
    const events = some
      .filter((one) => session === undefined || one.session === session)
      .map((one) => ({ ...announced(one), cursor: String(one.position), crumb: one }));
    return { events, complete_through: String(through) };
  }
}
