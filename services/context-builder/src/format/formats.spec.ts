import * as fc from 'fast-check';
import type { ChatMessage } from '@crumbtrail/contracts';
import { Days, readLines, readLmml, readMarkdown, type ReadEntry, type ReadSection } from '../../test/parse-context';
import { scene, staged, type Given } from '../../test/scenes';
import { isDated, type LayoutEntry, type ContextLayout } from './layout';
import type { ContextFrame } from './formatter';

const shown = (words: string): string =>
  words
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : line))
    .join('\n')
    .trimEnd();

/** The expected content of a text: the lists of each section joined, and the author, text and day of each message. */
function expected(sections: ContextLayout['sections']): Omit<ReadSection, 'heading'>[] {
  return sections.map(({ days }) => {
    const entries = days.flatMap(({ date, entries: all }) => all.map((entry) => ({ ...entry, date })));
    const lists = entries.filter(({ speaker }) => speaker === null).map((entry) => shown(entry.text));
    return {
      lists: lists.join('\n').trim(),
      entries: entries
        .filter(({ speaker }) => speaker !== null)
        .map(({ speaker, text: words, date }): ReadEntry => ({ speaker, day: date, text: shown(words) })),
    };
  });
}

interface Said extends ReadEntry {
  readonly role: string;
}

const isOwn = (frame: ContextFrame, { author }: LayoutEntry): boolean =>
  author?.kind === 'agent' && author.id === frame.agent;

/** All messages in order, with their roles. */
function conversationOf({ sections }: ContextLayout, frame: ContextFrame): Said[] {
  return sections
    .filter(({ name: of }) => of === 'message' || isDated(of))
    .flatMap(({ name: of, days }) =>
      days.flatMap(({ date, entries }) =>
        entries
          .filter(({ speaker }) => speaker !== null)
          .map((entry) => ({
            role: of !== 'message' && isOwn(frame, entry) ? 'assistant' : 'user',
            speaker: entry.speaker,
            day: date,
            text: shown(entry.text),
          })),
      ),
    );
}

/** The result of parsing the messages strictly: the given names if there are several speakers, or else the only speaker's name. */
function spokenIn(messages: readonly ChatMessage[], layout: ContextLayout, frame: ContextFrame): Said[] {
  const all = conversationOf(layout, frame);
  const people = [...new Set(all.filter(({ role }) => role === 'user').map(({ speaker }) => speaker))];
  const only = frame.company || people.length > 1 ? {} : { implied: people[0] ?? '' };
  const days = new Days();
  const chat = messages.filter(({ role }) => role !== 'system');
  const gap = chat[0]?.content === '…' && chat[1]?.role === 'assistant';
  return chat.slice(gap ? 1 : 0).flatMap(({ role, content }, n, spoken) => {
    const { entries } = readLines(content, days, role === 'assistant' ? { implied: frame.name } : only);
    const current = n === spoken.length - 1 && entries.length === 1 ? { day: null } : {};
    return entries.map((entry) => ({ role, ...entry, ...current }));
  });
}

const contents = (sections: readonly ReadSection[]): Omit<ReadSection, 'heading'>[] =>
  sections.map(({ lists, entries }) => ({ lists, entries }));
const always = (property: (given: Given) => void): void => fc.assert(fc.property(scene, property), { numRuns: 80 });

describe('for any texts and names a strict parser reads back exactly the layout:', () => {
  test('markdown', () => {
    always((given) => {
      const { layout, formatted } = staged(given, 'markdown');
      const read = readMarkdown(formatted, ['Current message']);
      expect(read.map(({ heading }) => heading)).toEqual(layout.sections.map(({ heading }) => heading));
      expect(contents(read)).toEqual(expected(layout.sections));
    });
  });

  test('turn', () => {
    always((given) => {
      const { layout, formatted, frame } = staged(given, 'turn');
      const read = readMarkdown(formatted, ["Today's transcript", 'Current message']);
      const roster = read.filter(({ heading }) => heading === 'Roster');
      expect(roster.map(({ lists }) => lists)).toEqual(
        frame.roster.length === 0 ? [] : [frame.roster.map((line) => `- ${line}`).join('\n')],
      );
      const transcript = read.filter(({ heading }) => /^(?:Before today|Today's transcript)$/.test(heading));
      const recent = expected(layout.sections.filter((section) => section.name === 'recent'));
      expect(transcript.flatMap(({ entries }) => entries)).toEqual(recent.flatMap(({ entries }) => entries));
      expect(transcript.filter(({ entries }) => entries.some(({ day }) => day !== null)).length).toBeLessThanOrEqual(1);
      const others = read.filter((section) => !roster.includes(section) && !transcript.includes(section));
      expect(contents(others)).toEqual(expected(layout.sections.filter((section) => section.name !== 'recent')));
    });
  });

  test('lmml, where no text contains a tag', () => {
    always((given) => {
      const { layout, formatted, frame } = staged(given, 'lmml');
      const read = readLmml(formatted);
      expect(read.nonce).toBe(frame.nonce);
      expect(contents(read.sections)).toEqual(expected(layout.sections.slice(0, -1)));
      expect(read.message.text).toBe(given.message);
      expect(read.persona === null).toBe(frame.persona === undefined);
      for (const tag of ['agent-context', 'message']) {
        expect(formatted.match(new RegExp(`<${tag}\\b`, 'gi'))).toHaveLength(1);
        expect(formatted.match(new RegExp(`</${tag}\\b`, 'gi'))).toHaveLength(1);
      }
    });
  });

  test('messages, with alternating roles', () => {
    always((given) => {
      const { layout, formatted, frame } = staged(given, 'messages');
      const messages = JSON.parse(formatted) as ChatMessage[];
      expect(JSON.stringify(messages)).toBe(formatted);
      expect(messages.every((message) => Object.keys(message).join() === 'role,content')).toBe(true);
      const roles = messages.map(({ role }) => role);
      expect(roles.slice(1)).not.toContain('system');
      expect(roles.filter((role, n) => n > 0 && role === roles[n - 1])).toEqual([]);
      expect([roles.find((role) => role !== 'system'), roles.at(-1)]).toEqual(['user', 'user']);

      const system = messages.filter(({ role }) => role === 'system').map(({ content }) => readMarkdown(content));
      const background = expected(layout.sections.slice(0, -1))
        .map(({ lists, entries }, n) => ({
          lists,
          entries: isDated(layout.sections[n]?.name ?? 'tools') ? [] : entries,
        }))
        .filter(({ lists, entries }) => lists !== '' || entries.length > 0);
      expect(system.flatMap(contents)).toEqual(background);
      expect(spokenIn(messages, layout, frame)).toEqual(conversationOf(layout, frame));
    });
  });
});
