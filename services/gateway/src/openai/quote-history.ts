import type { ChatLine } from './chat-request';

/** The most characters of history that a message quotes. */
const MOST = 16_384;
const LEFT_OUT = '(What was said before that is left out.)';

/** Prefixes a message with its history, whose oldest lines are left out if it is too long; without history, the message alone. */
export function quoteHistory(history: readonly ChatLine[], last: string): string {
  const lines = history.filter(({ text }) => text.trim() !== '').map(({ role, text }) => `${role}: ${text.trim()}`);
  if (lines.length === 0) return last;
  const kept: string[] = [];
  let left = MOST;
  for (const line of lines.reverse()) {
    left -= line.length;
    if (left < 0) break;
    kept.unshift(line);
  }
  const past = [...(kept.length < lines.length ? [LEFT_OUT] : []), ...kept];
  return `What we said before:\n\n${past.join('\n\n')}\n\nNow:\n\n${last}`;
}
