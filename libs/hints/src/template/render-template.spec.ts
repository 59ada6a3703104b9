import { checkHints } from '../check-hints';
import { render } from '../render';
import { MAX_TEMPLATE_DEPTH } from '../limits';

const run = (template: string, context: unknown = {}): unknown =>
  render({ schema_name: 'some.note.v1', schema_hints: {}, context, llm_hints: { template } });
const rendered = (template: string, context: unknown = {}): string | undefined =>
  (run(template, context) as { text?: string }).text;

const nest = (depth: number): string => '{{#if a}}'.repeat(depth) + 'x' + '{{/if}}'.repeat(depth);
const many = Array.from({ length: 200 }, () => 'item');

describe('templates', () => {
  test.each([
    ['no HTML escaping', '{{a}} {{{a}}}', { a: '<b>&"\'' }, '<b>&"\' <b>&"\''],
    ['numbers beside each other', '{{a}}{{b}}', { a: 1, b: 2 }, '12'],
    ['text that looks like a template', '{{a}}', { a: '{{b}}', b: 'no' }, '{{b}}'],
    ['lists of scalars', '{{a}} | {{join a "; "}}', { a: ['x', 2, true] }, 'x, 2, true | x; 2; true'],
    [
      'each with index, key, else',
      '{{#each a}}{{@index}}{{@key}}{{this}}{{else}}none{{/each}}',
      { a: { k: 'v' } },
      '0kv',
    ],
    ['each over nothing', '{{#each a}}x{{else}}none{{/each}}', { a: [] }, 'none'],
    ['each with named parameters', '{{#each a as |one at|}}{{at}}{{one.b}}{{/each}}', { a: [{ b: 'x' }] }, '0x'],
    ['parents of scalar items', '{{#each a}}{{../b}}{{this}}{{/each}}', { a: [1, 2], b: 'b' }, 'b1b2'],
    ['comparisons', '{{#if (and (eq a "x") (gt b 2) (lt b 4) (ne a b) (not c))}}yes{{/if}}', { a: 'x', b: 3 }, 'yes'],
    ['or and default', '{{default a "none"}} {{#if (or a b)}}b{{/if}}', { b: 1 }, 'none b'],
    [
      'text helpers',
      '{{upper a}} {{lower a}} {{trim c}} {{length b}} {{truncate a 2}}',
      { a: 'aBc', b: [1], c: ' d ' },
      'ABC abc d 1 aB…',
    ],
    ['cuts that keep characters whole', '{{truncate a 3}}', { a: 'ab😀' }, 'ab…'],
    ['with and unless', '{{#with a}}{{b}}{{/with}}{{#unless c}}!{{/unless}}', { a: { b: 'b' } }, 'b!'],
    ['members named like helpers', '{{this.length}} {{this.join}}', { length: 'l', join: 'j' }, 'l j'],
  ])('%s', (_what, template, context, expected) => {
    expect(rendered(template, context)).toBe(expected);
  });

  test('can show the title', () => {
    const crumb = {
      schema_name: 'some.note.v1',
      schema_hints: {},
      title: 'T',
      context: {},
      llm_hints: { template: '{{@title}}' },
    };
    expect(render(crumb)).toEqual({ text: 'T' });
  });

  test.each([
    ['a partial', '{{> x}}', 'partials'],
    ['a partial block', '{{#> x}}{{/x}}', 'partials'],
    ['an inline partial', '{{#*inline "x"}}{{/inline}}', 'decorators'],
    ['a decorator', '{{* x}}', 'decorators'],
    ['lookup', '{{lookup a "b"}}', 'unknown helper lookup'],
    ['log', '{{log a}}', 'unknown helper log'],
    ['an unknown block', '{{#foo}}x{{/foo}}', 'unknown block'],
    ['a raw block', '{{{{raw}}}}x{{{{/raw}}}}', 'unknown block'],
    ['a block as a value', '{{#if (each a)}}{{/if}}', 'is a block'],
    ['a helper in place of a member', '{{length}}', 'this.length'],
    ['the name values are shown by', '{{[show value] a}}', 'unknown helper'],
    ['too long', 'x'.repeat(16_385), 'longer than'],
    ['too many nodes', '{{a}}'.repeat(500), 'nodes'],
    ['nested too deep', nest(MAX_TEMPLATE_DEPTH + 1), 'deeper'],
    ['unclosed', '{{#if a}}', 'cannot be parsed'],
    ['thousands unclosed', '{{#if a}}'.repeat(1_500), 'deeper'],
    ['braces', '{'.repeat(16_000), 'cannot be parsed'],
  ])('are refused when written: %s', (_what, template, reason) => {
    expect(checkHints({ template })).toEqual([
      { path: '/llm_hints/template', rule: 'template', message: expect.stringContaining(reason) },
    ]);
    expect(run(template)).toEqual({ error: expect.stringContaining(reason) });
  });

  test('are accepted up to the maximum depth', () => {
    expect(checkHints({ template: nest(MAX_TEMPLATE_DEPTH) })).toEqual([]);
    expect(rendered(nest(MAX_TEMPLATE_DEPTH), { a: 1 })).toBe('x');
  });

  test.each([
    [
      'nested each',
      '{{#each a}}{{#each ../a}}{{#each ../../a}}x{{/each}}{{/each}}{{/each}}',
      { a: many },
      'repeats too often',
    ],
    [
      'nested each over the root',
      '{{#each @root.a}}{{#each @root.a}}{{#each @root.a}}{{/each}}{{/each}}{{/each}}',
      { a: many },
      'repeats too often',
    ],
    ['long items', '{{#each a}}{{this}}{{this}}{{/each}}', { a: many.map(() => 'y'.repeat(10_000)) }, 'more than'],
    ['a long value again and again', '{{a}}'.repeat(150), { a: 'z'.repeat(200_000) }, 'too much text'],
    [
      'helpers over long text',
      '{{#each a}}{{#if (eq (upper ../b) "x")}}{{/if}}{{/each}}',
      { a: many, b: 'z'.repeat(200_000) },
      'too much text',
    ],
    [
      'lists of lists',
      '{{#each a}}{{#each this}}x{{/each}}{{/each}}',
      { a: many.map(() => Array.from({ length: 1_000 }, () => 1)) },
      'repeats too often',
    ],
  ])('stop deterministically: %s', (_what, template, context, reason) => {
    expect(checkHints({ template })).toEqual([]);
    const stopped = jest.spyOn(performance, 'now').mockReturnValue(0);
    expect(run(template, context)).toEqual({ error: expect.stringContaining(reason) });
    expect(run(template, context)).toEqual(run(template, context));
    stopped.mockRestore();
  });

  test('stop after the time limit, even in code that does not count its work', () => {
    const slow = jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(10_000);
    expect(run('{{#each a}}x{{/each}}', { a: [1] })).toEqual({ error: expect.stringContaining('too long') });
    slow.mockRestore();
  });
});
