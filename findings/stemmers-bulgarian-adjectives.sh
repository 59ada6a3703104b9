#!/bin/sh
# @orama/stemmers 3.1.18: the Bulgarian stemmer throws a TypeError for common adjectives of the pattern -ен, which it means to shorten in place: strings of
# JavaScript cannot be changed, and the package runs in strict mode. Words of other endings are stemmed. Valid input: single words in lower case, as its README shows.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @orama/stemmers@3.1.18 >/dev/null
cat >check.cjs <<'EOF'
const { stemmer } = require('@orama/stemmers/bulgarian');
const outcome = (word) => {
  try {
    return stemmer(word);
  } catch (error) {
    return error.constructor.name;
  }
};
const seen = ['зелен', 'важен', 'свободен', 'ключове'].map((word) => `${word} ${outcome(word)}`).join('\n');
console.log(seen);
const expected = 'зелен TypeError\nважен TypeError\nсвободен TypeError\nключове ключ';
process.exit(seen === expected ? 0 : 1);
EOF
node check.cjs
