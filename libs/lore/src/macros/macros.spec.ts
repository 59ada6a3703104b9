import { checkMacros, howOftenChanges } from './check-macros';
import { checkDefinitionMacros, DEFINITION_MACROS } from './definition-macros';
import { expandMacros, type MacroValues } from './expand-macros';

const valuesOf = (fields: Partial<MacroValues> = {}): MacroValues => ({
  now: () => new Date('2026-11-23T15:04:05Z'),
  idleMs: () => 2 * 3_600_000,
  seed: { session: 's', turn: 't' },
  source: 'prompt',
  ...fields,
});
const texts = { char: () => 'Lola', user: () => 'Ann', lastMessage: () => 'say {{char}} and {{setvar::x::1}}' };
const expand = (text: string, fields: Partial<MacroValues> = {}): string =>
  expandMacros(text, valuesOf({ texts, ...fields }));

describe('expandMacros', () => {
  test.each([
    ['{{char}} meets {{USER}}', 'Lola meets Ann'],
    ['{{time}} on {{date}}, {{weekday}}', '3:04 PM on November 23, 2026, Monday'],
    ['{{isodate}} {{isotime}}', '2026-11-23 15:04'],
    ['{{datetimeformat DD.MM.YYYY [at] HH:mm}}', '23.11.2026 at 15:04'],
    ['{{datetimeformat::hh:mm a}}', '03:04 pm'],
    ['{{idle_duration}} {{idleDuration}}', '2 hours 2 hours'],
    ['a{{newline}}b{{// not shown: {x}}}', 'a\nb{{// not shown: {x}}}'],
    ['a{{// a note}}b', 'ab'],
    ['a\n\n{{trim}}\n\nb', 'ab'],
    ['{{summary}}|', '|'],
    ['{{roll:1d1+4}} {{roll 1d1}} {{roll::1}}', '5 1 1'],
    ['{{random:x}}{{random::a, b}}{{pick:y}}', 'xa, by'],
    ['{{random:a\\,b}}', 'a,b'],
    ['{ {char} } {{}}', '{ {char} } {{}}'],
  ])('expands %j', (text, expected) => {
    expect(expand(text)).toBe(expected);
  });

  test('shows escaped braces as braces, and expands nothing in them', () => {
    expect(expand('\\{{char}} is {{char}}')).toBe('{{char}} is Lola');
    expect(checkMacros('a \\{{ b {{foo}}')[0]).toMatchObject({ at: 8 });
  });

  test('leaves macros as they are written that the caller does not list', () => {
    expect(expand('{{char}} at {{time}}', { only: DEFINITION_MACROS })).toBe('Lola at {{time}}');
  });

  test('never expands what a macro inserted', () => {
    expect(expand('They said: {{lastMessage}}')).toBe('They said: say {{char}} and {{setvar::x::1}}');
  });

  test('asks for a value only if the text contains its macro, and once', () => {
    let asked = 0;
    const summary = (): string => `summary ${(asked += 1)}`;
    expect(expand('{{char}}', { texts: { ...texts, summary } })).toBe('Lola');
    expect(asked).toBe(0);
    expect(expand('{{summary}} {{summary}}', { texts: { ...texts, summary } })).toBe('summary 1 summary 1');
  });

  test('pick stays the same in a session, random changes with the turn and stays the same within it', () => {
    const text = `{{pick::${Array.from({ length: 50 }, (_, n) => n).join('::')}}}`;
    const inTurn = (written: string, turn: string): string => expand(written, { seed: { session: 's', turn } });
    const turns = Array.from({ length: 20 }, (_, turn) => String(turn));
    expect(new Set(turns.map((turn) => inTurn(text, turn))).size).toBe(1);
    const random = text.replace('pick', 'random');
    expect(new Set(turns.map((turn) => inTurn(random, turn))).size).toBeGreaterThan(5);
    expect(inTurn(random, '1')).toBe(inTurn(random, '1'));
  });

  test('rolls dice between their lowest and highest sum', () => {
    const sums = Array.from({ length: 300 }, (_, n) =>
      Number(expand('{{roll:2d6}}', { seed: { session: 's', turn: `${n}` } })),
    );
    expect(Math.min(...sums)).toBe(2);
    expect(Math.max(...sums)).toBe(12);
  });

  test('shows times in the zone', () => {
    expect(expand('{{isotime}}', { timeZone: 'Europe/Berlin' })).toBe('16:04');
  });
});

describe('checkMacros', () => {
  test.each([
    ['{{chr}}', 'unknown macro {{chr}}; the nearest is {{char}}. To show two braces, write \\{{'],
    ['{{nonsense}}', 'unknown macro {{nonsense}}. To show two braces, write \\{{'],
    ['{{lastMesage}}', 'unknown macro {{lastMesage}}; the nearest is {{lastMessage}}. To show two braces, write \\{{'],
    [
      '{{setvar::x::1}}',
      '{{setvar}} is not supported: variables change while a text is expanded, so that the same turn could not be built again',
    ],
    ['{{random}}', '{{random}} needs choices: {{random::one::two}}'],
    ['{{roll:many}}', '{{roll}} needs dice such as 2d6+1: at most 100 with 1000000 sides'],
    ['{{random::{{char}}::b}}', '{{random is not closed, or holds another macro. To show two braces, write \\{{'],
    ['Hello {{char', '{{char is not closed, or holds another macro. To show two braces, write \\{{'],
  ])('refuses %j', (text, message) => {
    expect(checkMacros(text).map((problem) => problem.message)).toEqual([message]);
  });

  test('accepts every macro that it lists, and says where a problem is', () => {
    expect(checkMacros('{{char}} {{GROUPnotMuted}} {{random:a,b}} {{roll:d6}} {{// x}} {{trim}} { {x} }')).toEqual([]);
    expect(checkMacros('a {{char}} b {{foo}}')[0]).toMatchObject({ at: 13, macro: '{{foo}}' });
  });
});

describe('checkDefinitionMacros', () => {
  test('accepts the names of participants, what stays the same in a session, and escaped braces', () => {
    expect(checkDefinitionMacros('{{char}} {{USER}} {{pick::a::b}}{{// note}} \\{{anything}} { {x} }')).toEqual([]);
  });

  test.each([
    ['{{time}}', /changes with the turn.*frame\.now/],
    ['{{random::a::b}}', /changes with the turn/],
    ['{{lastMessage}}', /changes with the turn/],
    ['{{description}}', /has no value in a definition; known here are char, user/],
    ['{{ user.name }}', /^unknown macro \{\{user\.name}}.*write \\\{\{$/],
    ['{{setvar::x::1}}', /not supported/],
  ])('refuses %j', (text, message) => {
    expect(checkDefinitionMacros(text).map((problem) => problem.message)).toEqual([expect.stringMatching(message)]);
  });
});

test('howOftenChanges: the macro that changes most often decides', () => {
  const texts = ['plain', '{{char}}', '{{char}} {{user}}', '{{user}} {{time}}', '{{pick:a,b}}'];
  expect(texts.map(howOftenChanges)).toEqual(['definition', 'definition', 'session', 'turn', 'session']);
});
