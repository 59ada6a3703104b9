import type { StreamFilter } from '../../model';
import { JsonTextDecoder } from './text-decoder';

/** Separates the texts that several replies of one turn show. */
export const SEPARATOR = '\n\n';

/**
 * Shows people the decoded text of `message` while it streams, and no other part of a JSON reply. The object must begin
 * at the start of a line. The texts of earlier calls in the turn are shown first, so that everything shown adds up to
 * the final answer.
 */
export class MessageStreamFilter implements StreamFilter {
  private heard = '';
  private depth = 0;
  private lineIsBlank = true;
  private expectsKey = false;
  private key = '';
  private reading: { readonly of: 'key' | 'message' | 'other'; readonly json: JsonTextDecoder } | undefined;
  /** The current object is the reply: the first object that has `message` or `tool_requests`. */
  private isReply = false;
  private isOver = false;
  private hasTold = false;

  constructor(private readonly said: string) {}

  push(piece: string): { show: string; stop: boolean } {
    let show = this.heard === '' ? this.said : '';
    this.heard += piece;
    for (const unit of piece.split('')) if (!this.isOver) show += this.take(unit);
    return { show, stop: false };
  }

  text(): string {
    return this.heard;
  }

  private take(unit: string): string {
    if (this.depth === 0) this.outside(unit);
    else if (this.reading) return this.inText(unit, this.reading);
    else this.inObject(unit);
    return '';
  }

  private outside(unit: string): void {
    if (unit === '{' && this.lineIsBlank) {
      this.depth = 1;
      this.expectsKey = true;
    } else this.lineIsBlank = unit === '\n' || (this.lineIsBlank && unit.trim() === '');
  }

  private inObject(unit: string): void {
    if (unit === '"') this.begin();
    else if (unit === '{' || unit === '[') this.depth += 1;
    else if (unit === '}' || unit === ']') this.close();
    else if (this.depth === 1 && unit === ':') this.expectsKey = false;
    else if (this.depth === 1 && unit === ',') this.expectsKey = true;
  }

  private begin(): void {
    const isMessage = this.key === 'message' && !this.hasTold;
    const of = this.depth > 1 ? 'other' : this.expectsKey ? 'key' : isMessage ? 'message' : 'other';
    if (of === 'key') this.key = '';
    this.reading = { of, json: new JsonTextDecoder() };
  }

  private close(): void {
    this.depth -= 1;
    this.lineIsBlank = false;
    if (this.depth === 0) this.isOver = this.isReply;
  }

  private inText(unit: string, { of, json }: NonNullable<MessageStreamFilter['reading']>): string {
    const more = json.take(unit);
    if (more === undefined) this.reading = undefined;
    const told = more ?? json.end();
    if (of === 'key') this.read(told, more === undefined);
    return of === 'message' ? this.shown(told) : '';
  }

  private read(more: string, isWhole: boolean): void {
    this.key += more;
    if (isWhole && (this.key === 'message' || this.key === 'tool_requests')) this.isReply = true;
  }

  private shown(text: string): string {
    if (text === '') return '';
    const first = this.said !== '' && !this.hasTold;
    this.hasTold = true;
    return first ? SEPARATOR + text : text;
  }
}

/** Shows nothing to people. */
export class SilentStreamFilter implements StreamFilter {
  private heard = '';

  push(piece: string): { show: string; stop: boolean } {
    this.heard += piece;
    return { show: '', stop: false };
  }

  text(): string {
    return this.heard;
  }
}
