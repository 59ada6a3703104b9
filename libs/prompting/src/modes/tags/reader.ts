import type { StreamFilter } from '../../model';
import { looksLikeObject, isTooLong } from './argument';
import { tagError, type TagErrorCode } from './errors';
import type { TagVocabulary, WrittenTag } from './vocabulary';
import { conflictWithEnd, type TagOutcome } from './outcome';
import { TagScanner, type TagRule, type TagToken } from './scanner';
import { Speech } from './spoken-text';

/** after: the turn has ended; only a second, contradicting end matters. */
type ReaderState = 'outside' | 'thinking' | 'argument' | 'stranger' | 'speak' | 'wait' | 'after';

/** How many non-blank characters after the end of the turn are searched for a second end. */
const LISTENED_AFTER = 256;

/**
 * Parses a reply character by character, so that it does not matter how the stream is cut: thinking, one tool tag, or
 * one end of the turn. Stops at the closing tag of a call and at any error.
 */
export class TagReader implements StreamFilter {
  private place: ReaderState = 'outside';
  private written = '';
  /** The tag whose content is being read. */
  private name = '';
  private argument = '';
  /** The name of the thinking tag that is open; empty when none is. */
  private thinking = '';
  private after = 0;
  private readonly speech = new Speech();
  private readonly scanner = new TagScanner();
  /** Inside `<speak>` and inside a JSON object, only known tags count as tags. */
  private readonly counting: TagRule = {
    mayBegin: (text) => !this.isWords() || this.vocabulary.mayBecomeOurs(text),
    counts: ({ name }) =>
      !this.isWords() || (this.place === 'argument' ? name === this.name : this.vocabulary.kindOf(name) !== 'stranger'),
  };
  private outcome: TagOutcome | undefined;
  private done = false;

  /** `shows`: whether people see the content of `<speak>`. */
  constructor(
    private readonly vocabulary: TagVocabulary,
    private readonly shows = true,
  ) {}

  push(piece: string): { show: string; stop: boolean } {
    for (let at = 0; at < piece.length && !this.done; at += 1) this.take(piece.charAt(at));
    const show = this.speech.fresh();
    return { show: this.shows ? show : '', stop: this.done };
  }

  text(): string {
    return this.written;
  }

  /** The name of the thinking tag that the reply leaves open; empty when it leaves none open. */
  get openThinking(): string {
    return this.thinking;
  }

  /** The meaning of everything received, once the reply is complete. */
  end(): TagOutcome {
    if (this.outcome) return this.outcome;
    const open =
      this.place === 'argument' || this.place === 'speak' || this.place === 'wait' ? this.name : this.thinking;
    return { kind: 'error', error: open === '' ? tagError('no_final_action') : tagError('unclosed_tag', open) };
  }

  private take(sign: string): void {
    this.written += sign;
    for (const scanned of this.scanner.take(sign, this.counting)) if (!this.done) this.see(scanned);
  }

  private see(scanned: TagToken): void {
    if (scanned.kind === 'tag') this.onTag(scanned.tag, scanned.text);
    else if (scanned.kind === 'text') this.plainText(scanned.text);
    else if (this.place === 'after') this.done = true;
    else this.fail('forged_observation');
  }

  private isWords(): boolean {
    return this.place === 'speak' || (this.place === 'argument' && looksLikeObject(this.argument));
  }

  private plainText(text: string): void {
    for (const sign of text) if (!this.done) this.plain(sign);
  }

  private plain(sign: string): void {
    if (this.place === 'speak') this.speech.say(sign);
    else if (this.place === 'argument') this.argue(sign);
    else if (this.place === 'stranger') this.overhear(sign);
    else if (sign.trim() === '') return;
    else if (this.place === 'wait') this.fail('malformed_tag', 'wait');
    else if (this.place === 'after') this.done = (this.after += 1) >= LISTENED_AFTER;
  }

  private argue(sign: string): void {
    this.argument += sign;
    if (sign === '<' && !looksLikeObject(this.argument)) this.fail('malformed_tag', this.name);
    else if (isTooLong(this.argument)) this.fail('argument_too_long', this.name);
  }

  /** Text that cannot be a call is not one: continues where the unknown tag began. */
  private overhear(sign: string): void {
    this.argument += sign;
    if (isTooLong(this.argument)) this.place = this.around;
  }

  private get around(): ReaderState {
    return this.thinking === '' ? 'outside' : 'thinking';
  }

  private onTag(tag: WrittenTag, text: string): void {
    if (this.place === 'argument') this.inArgument(tag, text);
    else if (this.place === 'speak') this.inSpeak(tag);
    else if (this.place === 'wait') this.inWait(tag);
    else if (this.place === 'after') this.afterEnd(tag);
    else if (this.place === 'stranger') this.inStranger(tag, text);
    else this.inText(tag);
  }

  private inText(tag: WrittenTag): void {
    const kind = this.vocabulary.kindOf(tag.name);
    if (kind === 'thinking') this.think(tag);
    else if (kind === 'tool') this.begin(tag, 'argument');
    else if (kind === 'stranger') this.beginStranger(tag);
    else if (this.place === 'outside' && (kind === 'speak' || kind === 'wait')) this.begin(tag, kind);
  }

  private think(tag: WrittenTag): void {
    if (!tag.empty) this.thinking = tag.closing ? '' : this.thinking || tag.name;
    this.place = this.around;
  }

  private begin({ name, clean, closing, empty }: WrittenTag, place: 'argument' | 'speak' | 'wait'): void {
    if (closing) return;
    this.name = name;
    this.argument = '';
    if (!clean) this.fail('malformed_tag', name);
    else if (empty) this.endOf(place);
    else this.place = place;
  }

  private beginStranger({ name, clean, closing, empty }: WrittenTag): void {
    if (!clean || closing || empty) return;
    this.place = 'stranger';
    this.name = name;
    this.argument = '';
  }

  private endOf(place: 'argument' | 'speak' | 'wait'): void {
    if (place === 'wait') this.finish({ kind: 'wait' });
    else if (place === 'argument') this.stop({ kind: 'call', tool: this.name, argument: this.argument.trim() });
    else if (this.speech.whole() === '') this.fail('empty_speak');
    else this.finish({ kind: 'speak', content: this.speech.whole() });
  }

  private inArgument({ name, closing, clean }: WrittenTag, text: string): void {
    if (closing && clean && name === this.name) this.endOf('argument');
    else if (looksLikeObject(this.argument)) this.plainText(text);
    else this.fail(closing || name === this.name ? 'malformed_tag' : 'nested_tag', this.name);
  }

  private inStranger(tag: WrittenTag, text: string): void {
    if (tag.closing && tag.name === this.name) return this.fail('unknown_tool', tag.name);
    this.place = this.around;
    this.onTag(tag, text);
  }

  private inSpeak(tag: WrittenTag): void {
    const own = this.vocabulary.kindOf(tag.name) === 'speak';
    if (own && tag.closing && tag.clean) this.endOf('speak');
    else this.fail('tag_inside_speak', tag.name);
  }

  private inWait(tag: WrittenTag): void {
    if (tag.closing && this.vocabulary.kindOf(tag.name) === 'wait') this.endOf('wait');
    else this.fail('malformed_tag', 'wait');
  }

  private afterEnd(tag: WrittenTag): void {
    const error = conflictWithEnd(this.outcome, this.vocabulary.kindOf(tag.name), tag);
    if (error) this.stop({ kind: 'error', error });
  }

  /** The turn ends like this unless a later tag contradicts it. */
  private finish(outcome: TagOutcome): void {
    this.outcome = outcome;
    this.place = 'after';
  }

  private fail(code: TagErrorCode, about?: string): void {
    this.stop({ kind: 'error', error: tagError(code, about) });
  }

  private stop(outcome: TagOutcome): void {
    this.outcome = outcome;
    this.done = true;
  }
}
