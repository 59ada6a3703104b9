import { MAX_TEMPLATE_BYTES, MAX_TEMPLATE_DEPTH, MAX_TEMPLATE_NODES } from '../limits';
import { isRecordName, unknownRecordName } from '../record-view';
import { ALLOWED, BLOCKS } from './helper-table';

/** The properties of a Handlebars syntax-tree node that the check reads. */
interface Node {
  readonly type: string;
  readonly path?: Node & { readonly original?: unknown };
  readonly params?: readonly Node[];
  readonly hash?: { readonly pairs: readonly { readonly value: Node }[] };
  readonly program?: Node & { readonly blockParams?: readonly string[] };
  readonly inverse?: Node;
  readonly body?: readonly Node[];
  /** Of a path: whether it starts with `@`, and its names. */
  readonly data?: boolean;
  readonly parts?: readonly unknown[];
}

const ALLOWED_NODES = new Set([
  'Program',
  'MustacheStatement',
  'BlockStatement',
  'ContentStatement',
  'CommentStatement',
  'SubExpression',
  'PathExpression',
  'StringLiteral',
  'NumberLiteral',
  'BooleanLiteral',
  'UndefinedLiteral',
  'NullLiteral',
]);

const REFUSED_NODES: Readonly<Record<string, string>> = {
  PartialStatement: 'partials ({{> …}}) are not allowed',
  PartialBlockStatement: 'partials ({{#> …}}) are not allowed',
  Decorator: 'decorators ({{* …}}) are not allowed',
  DecoratorBlock: 'decorators and inline partials ({{#* …}}) are not allowed',
};

/** Thrown for a template that is invalid or not allowed; the message states the reason. */
export class InvalidTemplate extends Error {
  override readonly name = 'InvalidTemplate';
}

const nameOf = (node: Node): string => String(node.path?.original ?? '');

const isCall = (node: Node): boolean =>
  node.type === 'SubExpression' || Boolean(node.params?.length) || Boolean(node.hash?.pairs.length);

function checkBlock(node: Node, name: string): void {
  if (!BLOCKS.has(name))
    throw new InvalidTemplate(`unknown block {{#${name}}}; the blocks are ${[...BLOCKS].join(', ')}`);
  if (node.params?.length !== 1) throw new InvalidTemplate(`{{#${name}}} takes exactly one argument`);
  const names = node.program?.blockParams ?? [];
  if (names.length > 2 || names.some((one) => ALLOWED.has(one)))
    throw new InvalidTemplate('a block takes at most two parameters, which must not have the name of a helper');
}

function checkCall(name: string): void {
  if (BLOCKS.has(name)) throw new InvalidTemplate(`${name} is a block: write {{#${name} …}}`);
  if (!ALLOWED.has(name))
    throw new InvalidTemplate(`unknown helper ${name}; the helpers are ${[...ALLOWED].join(', ')}`);
}

/** Names with `@` inside a block, besides those of the record. */
const BLOCK_DATA = new Set(['root', 'key', 'index', 'first', 'last']);

function checkData(node: Node): void {
  const name = String(node.parts?.[0] ?? '');
  if (!BLOCK_DATA.has(name) && !isRecordName(name)) throw new InvalidTemplate(unknownRecordName(name));
}

function checkUse(node: Node): void {
  const name = nameOf(node);
  if (node.type === 'BlockStatement') checkBlock(node, name);
  else if (isCall(node)) checkCall(name);
  else if (ALLOWED.has(name))
    throw new InvalidTemplate(`${name} is a helper: for a member of that name write {{this.${name}}}`);
}

function children(node: Node): readonly (Node | undefined)[] {
  return [
    ...(node.type === 'PathExpression' ? [] : [node.path]),
    ...(node.params ?? []),
    ...(node.hash?.pairs.map((pair) => pair.value) ?? []),
    node.program,
    node.inverse,
    ...(node.body ?? []),
  ];
}

const nests = (node: Node): number => (node.type === 'BlockStatement' || node.type === 'SubExpression' ? 1 : 0);

/**
 * Walks a parsed template and throws {@link InvalidTemplate} for anything but text, values, the allowed blocks and the allowed
 * helpers, or for more nodes or nesting than allowed. Returns the number of nodes.
 */
export function checkTree(root: unknown): number {
  const todo: { node: Node; depth: number }[] = [{ node: root as Node, depth: 0 }];
  let nodes = 0;
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { node } = next;
    const depth = next.depth + nests(node);
    if (!ALLOWED_NODES.has(node.type))
      throw new InvalidTemplate(REFUSED_NODES[node.type] ?? `${node.type} is not allowed`);
    if ((nodes += 1) > MAX_TEMPLATE_NODES) throw new InvalidTemplate(`has more than ${MAX_TEMPLATE_NODES} nodes`);
    if (depth > MAX_TEMPLATE_DEPTH) throw new InvalidTemplate(`is nested deeper than ${MAX_TEMPLATE_DEPTH}`);
    if (node.path) checkUse(node);
    if (node.data) checkData(node);
    for (const child of children(node)) if (child) todo.push({ node: child, depth });
  }
  return nodes;
}

/** Blocks that may be open before parsing: some more than are allowed, because a comment may mention `{{#`. */
const MAX_OPEN_BLOCKS = 64;

/** Refuses hundreds of nested blocks before the parser builds their tree. */
function checkOpenBlocks(template: string): void {
  let open = 0;
  for (const [, sign] of template.matchAll(/\{\{~?([#/])/g)) {
    open += sign === '#' ? 1 : -1;
    if (open > MAX_OPEN_BLOCKS) throw new InvalidTemplate(`is nested deeper than ${MAX_TEMPLATE_DEPTH}`);
  }
}

/** Throws {@link InvalidTemplate} for a template that is not a string or too long, before any parsing. */
export function checkSize(template: unknown): string {
  if (typeof template !== 'string') throw new InvalidTemplate('is not a string');
  if (Buffer.byteLength(template) > MAX_TEMPLATE_BYTES)
    throw new InvalidTemplate(`is longer than ${MAX_TEMPLATE_BYTES} bytes`);
  checkOpenBlocks(template);
  return template;
}
