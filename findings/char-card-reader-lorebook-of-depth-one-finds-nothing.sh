#!/bin/sh
# @lenml/char-card-reader 1.1.1, which reads the cards of characters and scans their lorebooks (CharacterBook.scan in its README): a book with scan_depth 1 never gives an entry
# for its keys. The specification of the cards, V2 (the type CharacterBook, which the README links): scan_depth is how much of the chat history is looked through, and has nothing
# to do with recursive_scanning; the package takes it for the greatest number of rounds of recursive scanning and stops before the first. In the same type: an entry that is
# selective needs a key of secondary_keys as well; here the first key is enough. And where keys with commas are split, which the package does of its own accord, the next such key
# is left whole if its comma stands no further along, as the pattern is a global one and test() goes on where it stopped; its words are never found. Nothing is thrown.
# Seen: "a dragon by day" gives the entries dragon and night by default and with depth 2, and none with depth 1, recursive or not; "blue" gives the entry "red, blue", "moon"
# does not give "sun, moon" behind it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @lenml/char-card-reader@1.1.1 >/dev/null
cat > run.mjs <<'JS'
import { CharacterCard } from '@lenml/char-card-reader';

const entry = (name, keys, more) => ({ name, keys, content: `about ${name}`, extensions: {}, enabled: true, insertion_order: 1, ...more });
const entries = [
  entry('dragon', ['dragon']),
  entry('night', ['dragon'], { selective: true, secondary_keys: ['night'] }),
  entry('colours', ['red, blue']),
  entry('lights', ['sun, moon']),
];
const texts = ['name', 'description', 'personality', 'scenario', 'first_mes', 'mes_example', 'creator_notes', 'system_prompt', 'post_history_instructions', 'creator', 'character_version'];
const card = (book) => ({
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: { ...Object.fromEntries(texts.map((field) => [field, 'text'])), alternate_greetings: [], tags: [], extensions: {}, character_book: { extensions: {}, entries, ...book } },
});
const seen = [
  ['a dragon by day', {}],
  ['a dragon by day', { scan_depth: 2 }],
  ['a dragon by day', { scan_depth: 1 }],
  ['a dragon by day', { scan_depth: 1, recursive_scanning: false }],
  ['blue', {}],
  ['moon', {}],
].map(([text, book]) => {
  const found = CharacterCard.from_json(card(book)).get_book().scan(text).map(({ name }) => name).join(' ') || 'none';
  console.log(`@lenml/char-card-reader 1.1.1: ${JSON.stringify(text)} with ${JSON.stringify(book)} gives ${found}`);
  return found;
});
process.exit(seen.join() === 'dragon night,dragon night,none,none,colours,none' ? 0 : 1);
JS
node run.mjs
