import * as fc from 'fast-check';
import { ToolCatalog, ToolResponse } from '@crumbtrail/contracts';
import { ASSISTANT, item, scored, windowed } from '../../test/crumbs';
import { indexed, seed } from '../../test/seed-conversation';
import { fingerprintOf } from '../text/fingerprint';
import { findAnswers, isAcknowledgement, dropFiller, type FillerOptions } from './drop-filler';
import { itemKey, type ScoredItem } from '../gather/item';

const settings: FillerOptions = { filler: true, information: 13, dependsOnEarlier: false };
/** Statistics of a workspace of some hundred texts. */
const telling = scored(item(99, 'Ilse paints sunsets', { information: 19 }), 99);
const said = (text: string, information = 5, over: Partial<ScoredItem> = {}): ScoredItem =>
  scored(item(1, text, { information }), 1, over);
const isFiller = (one: ScoredItem, over: Partial<FillerOptions> = {}): boolean =>
  dropFiller([one, telling], new Set(), { ...settings, ...over }).dropped.length > 0;

describe('filler detection', () => {
  const hour = indexed()
    .filter(({ schema_name }) => schema_name !== ToolCatalog.name)
    .map(({ text, information, author, position }) => scored(item(position, text, { information, author }), position));
  const dropped = dropFiller(hour, new Set(), settings).dropped.map(({ scored: one }) => one.item.position - 1);
  const names = dropped.map((at) => seed.messages[at]?.id);

  test('finds filler in an hour of conversation, except questions', () => {
    const marked = seed.filler.filter((name) => !names.includes(name));
    expect(marked.map((name) => seed.messages.find(({ id }) => id === name)?.content)).toEqual(['Anything else?']);
  });

  test('ignores tool results, however little they say', () => {
    const over = { information: 1, schema_name: ToolResponse.name };
    expect(isFiller(scored(item(1, 'ok', over), 1))).toBe(false);
    expect(isFiller(said('ok', 1))).toBe(true);
  });

  test('finds little else, and no text that a question needs', () => {
    const others = names.filter((name) => !seed.filler.includes(String(name)));
    expect(others.map((name) => seed.messages.find(({ id }) => id === name)?.content)).toEqual([
      "I'll change that",
      'restarted it',
      'there you go',
      'I will wait.',
    ]);
    expect(seed.questions.flatMap(({ needed }) => needed).filter((name) => names.includes(name))).toEqual([]);
  });

  test.each([
    'OK!',
    'okay, cool',
    'Hmm…',
    '👍',
    'Sure thing.',
    '...',
    'alles klar',
    'danke schön',
    'Great 👍',
    "d'accord",
    'vale',
    '谢谢',
    '好的，谢谢',
    'ありがとう',
    'спасибо',
    'شكرا',
  ])('treats %j as filler', (text) => expect(isFiller(said(text))).toBe(true));

  test.each([
    'yes',
    'No',
    'not ok',
    'ok?',
    '42',
    'ok 7',
    '👍7',
    'port 8080',
    'thanks Bob',
    'OPENROUTER_API_KEY',
    'never',
    '👎',
    "it isn't fine",
    'nein danke',
    '没问题',
    'ok 好吗？',
    '٤٢',
    'a + b',
    'igen',
    'evet',
    'kyllä',
    'ใช่',
    'tidak',
    'nincs',
    'taip',
    'good for nothing at all',
    '我想换一个新的密码',
  ])('keeps %j, which has a question, a number, a name or a negation, or is long', (text) =>
    expect(isFiller(said(text))).toBe(false),
  );

  test('keeps texts with rare words', () => {
    expect([isFiller(said('we moved', 14)), isFiller(said('we moved', 6))]).toEqual([false, true]);
  });

  test('keeps texts relevant to the question, unless the question depends on earlier text', () => {
    const fits = said('tea please', 5, { scores: { bm25: 0.7, session: 0.1, 'rank.hybrid': 2 } });
    expect([isFiller(fits), isFiller(fits, { dependsOnEarlier: true })]).toEqual([false, true]);
    const best = scored(item(2, 'Tea is served at five in the garden'), 2, { scores: { bm25: 1.7 } });
    expect(dropFiller([fits, telling, best], new Set(), settings).dropped).toHaveLength(1);
  });

  test.each([
    ['okay do that', true],
    ['yes, go on', true],
    ['好的，继续', true],
    ['And the port?', false],
    ['Ask Bob please', false],
    ['set it to 7', false],
    ['tell me all about the garden', false],
  ])('treats %j as an acknowledgement: %s', (text, nods) => expect(isAcknowledgement(fingerprintOf(text))).toBe(nods));

  test('judges only texts of one or two words where statistics cover few texts', () => {
    const few = (text: string): boolean =>
      dropFiller([scored(item(1, text, { information: 5.8 }), 1)], new Set(), settings).dropped.length > 0;
    expect([few('thanks'), few('sounds good'), few('the door sticks')]).toEqual([true, true, false]);
  });

  test('drops all occurrences of a text that is repeated often', () => {
    const often = [1, 2, 3].map((n) => scored(item(n, 'over and out', { information: 40 }), n));
    expect(dropFiller([...often, telling], new Set(), settings).dropped).toMatchObject(
      often.map(() => ({ decision: 'low_information', reason: 'said 3 times' })),
    );
    expect(dropFiller(often.slice(1), new Set(), settings).dropped).toEqual([]);
  });

  test('drops only messages of a conversation, not recorded knowledge', () => {
    expect(isFiller(said('idle', 2, { section: 'knowledge' }))).toBe(false);
    expect(isFiller(said('idle', 2, { section: 'knowledge', scores: { bm25: 0.1 } }), { dependsOnEarlier: true })).toBe(
      true,
    );
    expect(isFiller(scored(item(1, 'idle', { information: 2, schema_name: 'note.v1' }), 1))).toBe(false);
  });

  test('keeps a text that directly follows a question', () => {
    const question = item(1, 'Shall I delete the old key?', { author: ASSISTANT });
    const answer = item(2, 'sure');
    const later = item(4, 'okay');
    const window = [question, answer, item(3, 'Done.', { author: ASSISTANT }), later];
    expect([...findAnswers(window)]).toEqual([itemKey(answer)]);
    const spoken = windowed(window.map((one) => ({ ...one, information: 4 })));
    expect(dropFiller(spoken, new Set(), settings).dropped.map(({ scored: one }) => one.item.text)).toEqual([
      'Done.',
      'okay',
    ]);
  });

  test('counts the first words of every other speaker after a question as answers: votes of a group', () => {
    const by = (id: string) => ({ author: { kind: 'user' as const, id } });
    const window = [
      item(1, 'Who wants pizza?', by('ann')),
      item(2, 'me', by('bob')),
      item(3, 'me too', by('cleo')),
      item(4, 'pasta', by('dan')),
      item(5, 'hm', by('bob')),
      item(6, 'okay', by('eve')),
    ];
    expect([...findAnswers(window)]).toEqual([window[1], window[2], window[3]].map((one) => itemKey(one!)));
  });

  test('counts how often one speaker says a text, not how many speakers do', () => {
    const voted = (speaker: string, n: number): ScoredItem =>
      scored(item(n, 'pizza rules', { information: 30, author: { kind: 'user', id: speaker } }), n);
    const reasons = (all: readonly ScoredItem[]) =>
      dropFiller([...all, telling], new Set(), settings).dropped.map(({ reason }) => reason);
    expect(reasons(['ann', 'bob', 'cleo', 'dan'].map((speaker, n) => voted(speaker, n + 1)))).toEqual([]);
    expect(reasons(['ann', 'ann', 'ann'].map((speaker, n) => voted(speaker, n + 1)))).toEqual(
      Array.from({ length: 3 }, () => 'said 3 times'),
    );
  });

  test('never drops the last exchanges or a text with a digit', () => {
    const text = fc.oneof(fc.constantFrom('ok', 'thanks', 'hm'), fc.string({ unit: 'grapheme', maxLength: 12 }));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), fc.nat(12), fc.nat(9), (lines, from, digit) => {
        const all = lines.map((line, n) =>
          scored(item(n + 1, n % 2 ? `${line}${digit}` : line, { information: 0 }), n + 1),
        );
        const exchanges = new Set(all.slice(from).map(({ item: one }) => itemKey(one)));
        for (const { scored: one } of dropFiller(all, exchanges, settings).dropped) {
          expect(exchanges.has(itemKey(one.item))).toBe(false);
          expect(one.item.text).not.toMatch(/\p{Nd}/u);
        }
      }),
    );
  });
});
