#!/bin/sh
# gpt-tokenizer 4.0.0: with allowedSpecial: 'all', a special token is found only where the text begins, or right behind another special token. Anywhere else it is taken for
# ordinary text and counted as five to seven tokens, without an error. Its README ("Custom Allowed Sets") encodes "Some Text <|endofprompt|>" of cl100k_base and expects the token
# 100276 at the end; js-tiktoken 1.0.21, which follows the original, gives it. The pattern that looks for the next special token is a sticky one (flag y), so it never looks
# further on. encode, countTokens, encodeGenerator and isWithinTokenLimit share it, so that prompts with marks of their own in them, whose sizes are counted for a budget, come
# out too large.
# Seen: "Some Text <|endofprompt|>" gives 8 tokens without 100276 instead of 4; a text with three of them gives 24 instead of 6; "<|endoftext|>two" is right.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts gpt-tokenizer@4.0.0 js-tiktoken@1.0.21 >/dev/null
cat > run.mjs <<'JS'
import { countTokens, decode, encode } from 'gpt-tokenizer/encoding/cl100k_base';
import { getEncoding } from 'js-tiktoken';

const reference = getEncoding('cl100k_base');
const tried = ['<|endoftext|>two', 'Some Text <|endofprompt|>', 'one<|endoftext|>two<|endoftext|>three<|endofprompt|>'].map((text) => {
  const tokens = encode(text, { allowedSpecial: 'all' });
  const count = countTokens(text, { allowedSpecial: 'all' });
  const expected = reference.encode(text, 'all');
  console.log(`${text}: gpt-tokenizer 4.0.0 ${tokens.join(' ')} (counted ${count}); js-tiktoken 1.0.21 ${expected.join(' ')}`);
  return [tokens.length, count, expected.length, decode(tokens) === text, tokens.join() === expected.join()].join(' ');
});
process.exit(tried.join('; ') === '2 2 2 true true; 8 8 4 true false; 24 24 6 true false' ? 0 : 1);
JS
node run.mjs
