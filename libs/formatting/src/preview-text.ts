/** What is replaced, in this order: fences and code, lines of tables, headings, emphasis, links. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/```[a-z0-9+#-]*/gi, ' '],
  [/`([^`]+)`/g, '$1'],
  [/(?:\|\s*:?-{3,}:?\s*)+\|/g, ' '],
  [/(^|\s)\|(?=\s|$)/g, '$1'],
  [/(^|\s)#{1,6}\s+/g, '$1'],
  [/\*\*([^*]+)\*\*/g, '$1'],
  [/(^|[\s(])([*_])(\S(?:[^*_]*\S)?)\2(?=[\s.,:;!?)]|$)/g, '$1$3'],
  [/!?\[([^\]]+)\]\([^)\s]*\)/g, '$1'],
  [/^\s*[-*+]\s+/, ''],
  [/\s+/g, ' '],
];

/** The beginning of a text in Markdown as one line without its marks, for lists. */
export const previewText = (markdown: string): string =>
  MARKS.reduce((text, [mark, by]) => text.replace(mark, by), markdown).trim();
