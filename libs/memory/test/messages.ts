import type { Fact, SourceMessage } from '../src/index';

/** The day of 2024-05 on which the first message was said. */
const FIRST_DAY = 1;

/** A text of Ann, or a message with other fields. */
export type SaidMessage = string | (Partial<SourceMessage> & { readonly text: string });

/** Messages, a day apart from 1 May 2024. */
export function say(...messages: SaidMessage[]): SourceMessage[] {
  return messages.map((message, nth) => ({
    id: `00000000-0000-4000-8000-${String(nth + 1).padStart(12, '0')}`,
    version: 1,
    position: nth + 1,
    author: { kind: 'user', id: 'ann', name: 'Ann' },
    at: new Date(Date.UTC(2024, 4, FIRST_DAY + nth, 12)).toISOString(),
    session: 'demo',
    ...(typeof message === 'string' ? { text: message } : message),
  }));
}

/** A fact with this text, from the message of this number. */
export const state = (text: string, nth: number, more: Partial<Fact> = {}): Fact => {
  const [message] = say(text);
  return {
    id: `fact${String(nth).padStart(8, '0')}`,
    text,
    at: new Date(Date.UTC(2024, 4, nth)).toISOString(),
    sources: [{ id: message?.id.replace(/1$/, String(nth)) ?? '', version: 1 }],
    ...more,
  };
};
