#!/bin/sh
# n2words 4.0.0: the ordinals of Hebrew and Romanian are the same words for several numbers, and Ukrainian and Serbian numbers mix two alphabets in one word. An agent that speaks, or
# that looks up what was said of "the 20th", reads or finds another number: in Hebrew a round ten is given the words of the number after it, and in Romanian the hundreds from 200 on
# are those of 100. In Ukrainian the letter between two consonants of six, seven and eight is the Latin i (U+0069), not the Cyrillic one (U+0456): the words look right and equal no text;
# in Serbian the last letter of 900 is a Latin o. Its README says that all of its 71 languages support cardinals and ordinals.
# Seen: of the ordinals of 1 to 19999, 1600 in Hebrew and 160 in Romanian are words that a smaller number has, beginning with 20 and 21, and 100 and 200; of the cardinals of 0 to 19999,
# 16766 in Ukrainian and 2000 in Serbian (Cyrillic) have a word of letters of both alphabets; none of either in Polish and Russian.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts n2words@4.0.0 >/dev/null
cat > run.mjs <<'JS'
const seen = [];
const MOST = 20_000;
const isMixed = (word) => /\p{Script=Latin}/u.test(word) && /\p{Script=Cyrillic}/u.test(word);
for (const locale of ['he-IL', 'ro-RO', 'uk-UA', 'sr-Cyrl-RS', 'pl-PL', 'ru-RU']) {
  const { toCardinal, toOrdinal } = await import(`n2words/${locale}`);
  const first = new Map();
  const same = [];
  for (let number = 1; number < MOST; number += 1) {
    const words = toOrdinal(number);
    if (first.has(words)) same.push(`${first.get(words)} and ${number}`);
    else first.set(words, number);
  }
  const mixed = Array.from({ length: MOST }, (_, number) => toCardinal(number)).filter((words) => words.split(' ').some(isMixed));
  seen.push(`${same.length} ${mixed.length} ${same[0] ?? '-'}`);
  console.log(`n2words 4.0.0, ${locale}: ${same.length} ordinals are those of smaller numbers (${same.slice(0, 2).join('; ') || 'none'}), ${mixed.length} cardinals mix alphabets (${mixed[0] ?? 'none'})`);
}
process.exit(seen.join() === process.argv[2] ? 0 : 1);
JS
node run.mjs '1600 0 20 and 21,160 0 100 and 200,0 16766 -,0 2000 -,0 0 -,0 0 -'
