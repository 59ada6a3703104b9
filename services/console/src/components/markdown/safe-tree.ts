import type { Element, Nodes, Root } from 'hast';

/** The attributes that survive, by element. All else goes, ids included: a page shows many texts, and an id must be unique on it. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  code: ['className'],
  input: ['checked', 'disabled', 'type'],
  img: ['alt', 'src'],
  ol: ['start'],
  td: ['align'],
  th: ['align'],
};
/** Each of these has the direction of its own text. */
const DIRECTED: ReadonlySet<string> = new Set(['p', 'li', 'ul', 'ol', 'blockquote', 'td', 'th']);

function restrict(element: Element): void {
  const kept = KEPT[element.tagName] ?? [];
  const properties = Object.entries(element.properties).filter(([name]) => kept.includes(name));
  element.properties = Object.fromEntries(properties);
  if (DIRECTED.has(element.tagName)) element.properties.dir = 'auto';
}

/** A rehype plugin: keeps the attributes that a text may set, and gives each paragraph its own direction. */
export function safeTree() {
  return (root: Root): void => {
    const open: Nodes[] = [root];
    for (let node = open.pop(); node; node = open.pop()) {
      if (node.type === 'element') restrict(node);
      if ('children' in node) open.push(...node.children);
    }
  };
}
