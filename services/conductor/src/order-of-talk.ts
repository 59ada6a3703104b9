import type { Envelope, SessionV1 } from '@crumbtrail/contracts';
import type { AgentDefinition } from './agent-definition';
import { escapeRegex, findWords, listNames } from './mentions';
import { textOf } from './message-text';

/** Where a text names an agent: it speaks to the agent, or only mentions it. */
interface NameMention {
  readonly isAddress: boolean;
  readonly at: number;
}

/** `@Bob`, `Bob, …`, `Bob: …` at the beginning of a sentence, and `…, Bob?` at its end. */
function addressPattern(name: string): RegExp {
  const word = escapeRegex(name);
  const begins = `(?:^|[.!?\\n])\\s*(?:(?:hey|hi|hello|ok|okay|so|and)[ ,]+)?(${word})\\s*[,:!?]`;
  return new RegExp(`@(${word})(?![\\p{L}\\p{N}])|${begins}|,\\s*(${word})\\s*(?:[.!?\\n]|$)`, 'iu');
}

function namingOf(text: string, names: readonly string[]): NameMention | null {
  for (const [isAddress, find] of [
    [true, (name: string) => text.search(addressPattern(name))],
    [false, (name: string) => findWords(text, name)],
  ] as const) {
    const found = names.map(find).filter((at) => at >= 0);
    if (found.length > 0) return { isAddress, at: Math.min(...found) };
  }
  return null;
}

/** The order of talk: whom the text addresses by name, then whom it mentions, each in the order of the text, then the others by id. */
export function inOrderOfTalk(
  speakers: readonly AgentDefinition[],
  crumb: Envelope,
  members: SessionV1['members'],
): AgentDefinition[] {
  const text = speakers.length > 1 ? textOf(crumb) : '';
  const names = listNames(speakers, members);
  const found = speakers.map((speaker, at) => ({ speaker, naming: namingOf(text, names[at] ?? []) }));
  const rank = ({ naming }: (typeof found)[number]): number => (naming === null ? 2 : naming.isAddress ? 0 : 1);
  return found
    .sort(
      (a, b) =>
        rank(a) - rank(b) ||
        (a.naming?.at ?? 0) - (b.naming?.at ?? 0) ||
        (a.speaker.context.agent < b.speaker.context.agent ? -1 : 1),
    )
    .map(({ speaker }) => speaker);
}
