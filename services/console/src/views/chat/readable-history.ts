import type { Envelope } from '@crumbtrail/contracts';
import { mayInform, replyAudience } from '@crumbtrail/contracts/audience';
import { participantName } from '@crumbtrail/contracts/participant-name';
import { WIRE } from '@crumbtrail/contracts/wire-names';

/** Who may read a message. */
export type MessageAudience = Envelope['audience'];

/** What an answer may not use of the messages on a page. */
export interface UnusedHistory {
  /** How many of the messages. */
  readonly count: number;
  /** Who may read them, beside their authors. */
  readonly readers: readonly string[];
  /** The audience of a question whose answer may use all of them; undefined where there is none. */
  readonly mend: readonly string[] | undefined;
}

/** The names that all lists have; empty where one audience is no list. */
function namedInAll(audiences: readonly MessageAudience[]): string[] {
  const [first = [], ...others] = audiences.map((audience) => (typeof audience === 'string' ? [] : audience));
  return first.filter((name) => others.every((names) => names.includes(name)));
}

const SAID: readonly string[] = [WIRE.userMessage, WIRE.agentResponse];

/** The messages that the answer to a question with this audience may not use, as its readers may not read them; undefined where it may use all. */
export function unusedHistory(
  crumbs: readonly Envelope[],
  asker: Pick<Envelope['author'], 'kind' | 'id'>,
  audience: MessageAudience,
): UnusedHistory | undefined {
  const messages = crumbs.filter(({ schema_name, informs }) => SAID.includes(schema_name) && informs !== true);
  const unusedFor = (asked: MessageAudience): readonly Envelope[] => {
    const readers = replyAudience({ audience: asked, author: asker });
    return messages.filter((message) => !mayInform({ audience: message.audience, author: message.author }, readers));
  };
  const unused = unusedFor(audience);
  if (unused.length === 0) return undefined;
  const inAll = namedInAll(messages.filter((message) => message.audience !== 'all').map((one) => one.audience));
  const agents = inAll.filter((name) => name.startsWith('agent:'));
  const isMended = agents.length > 0 && unusedFor(agents).length === 0;
  const readers = new Set(unused.flatMap((one) => (one.audience === 'agents' ? ['agents'] : one.audience)));
  for (const { author } of unused) readers.add(participantName(author));
  return { count: unused.length, readers: [...readers], mend: isMended ? agents : undefined };
}
