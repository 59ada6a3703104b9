#!/bin/sh
# @huggingface/jinja 0.5.11, which renders the chat templates of models: strip, lstrip and rstrip ignore their argument and take away all white space. Templates of Jinja call
# Python's methods of str ("Python Methods" in the template documentation of Jinja), and lstrip("\n") takes away line breaks only; templates of models that show their thinking
# use it to part the thought from the answer. An answer that begins with indented code loses its indentation, so the prompt, and the count of its tokens, is not the one the model
# was trained on; no error.
# Seen: "\n\n    return x" with lstrip("\n") gives "return x" instead of "    return x"; "a  \n" with rstrip("\n") gives "a"; "--a--" with strip("-") stays "--a--".
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @huggingface/jinja@0.5.11 >/dev/null
cat > run.mjs <<'JS'
import { Template } from '@huggingface/jinja';

const tried = [
  ["{{ text.lstrip('\\n') }}", '\n\n    return x', 'return x', '    return x'],
  ["{{ text.rstrip('\\n') }}", 'a  \n', 'a', 'a  '],
  ["{{ text.strip('-') }}", '--a--', '--a--', 'a'],
  ["{{ text.split('</think>')[-1].lstrip('\\n') }}", 'thought</think>\n\n  - one\n  - two', '- one\n  - two', '  - one\n  - two'],
].map(([template, text, expected, python]) => {
  const seen = new Template(template).render({ text });
  console.log(`@huggingface/jinja 0.5.11: ${template} of ${JSON.stringify(text)} gives ${JSON.stringify(seen)}, Python ${JSON.stringify(python)}`);
  return seen === expected;
});
process.exit(tried.every(Boolean) ? 0 : 1);
JS
node run.mjs
