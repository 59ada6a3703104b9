#!/bin/sh
# @mastra/rag 2.6.4: the chunks of a Markdown document, cut with the strategy that is the default for it, hold the source text of a regular expression: each heading but the first
# begins with #{1,6} instead of its own number signs, so that levels are gone, and so does each comment of Python or shell in a block of code. Documentation of Mastra ("Chunking
# and embedding documents"): the strategy markdown is the one that is aware of Markdown, and chunks are the document's text in pieces. Its list of separators has the pattern
# \n#{1,6} ; where pieces that fit in one chunk are joined again, the pattern is put between them, not what it matched. The strategy latex does the same with \section. No option
# was given; separatorPosition: 'start' keeps the text.
# Seen: by default "#{1,6} Next" and "#{1,6} a comment" stand in the one chunk, "## Next" does not; with separatorPosition and with semantic-markdown the text is whole.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @mastra/rag@2.6.4 @mastra/core@1.71.0 zod@4.6.7 >/dev/null 2>&1
cat > run.mjs <<'JS'
import { MDocument } from '@mastra/rag';

const markdown = '# Setup\n\nRun this first.\n\n## Next\n\nDone here.\n\n### Last\n\n```python\nx = 1\n# a comment\ny = 2\n```\n';
const latex = 'Before.\n\\section{One}\nfirst text\n\\section{Two}\nsecond text\n';
const text = async (document, options) => (await document.chunk(options)).map((chunk) => chunk.text).join('\n---\n');
const seen = {
  'markdown, by default': await text(MDocument.fromMarkdown(markdown)),
  'markdown, separatorPosition start': await text(MDocument.fromMarkdown(markdown), { strategy: 'markdown', separatorPosition: 'start' }),
  'semantic-markdown': await text(MDocument.fromMarkdown(markdown), { strategy: 'semantic-markdown' }),
  latex: await text(MDocument.fromText(latex), { strategy: 'latex' }),
};
for (const [way, chunks] of Object.entries(seen)) console.log(`@mastra/rag 2.6.4, ${way}: ${JSON.stringify(chunks)}`);
const marks = ['## Next', '### Last', '\n# a comment'];
const whole = (chunks) => marks.every((mark) => chunks.includes(mark)) && !chunks.includes('{1,6}');
process.exit(
  seen['markdown, by default'].split('#{1,6} ').length === 4 &&
    !marks.some((mark) => seen['markdown, by default'].includes(mark)) &&
    whole(seen['markdown, separatorPosition start']) &&
    whole(seen['semantic-markdown']) &&
    seen.latex.includes('\\*?\\{')
    ? 0
    : 1,
);
JS
node run.mjs
