#!/bin/sh
# okapibm25 1.4.1, the ranking of the BM25 retriever of LangChain: a keyword is taken for a regular expression that may match anywhere, so that it counts within other words, and one
# text can have more occurrences of a word than it has words. Its types say of getTermFrequency "Number of occurences of a word in a string", and BM25 is defined over the words
# of a document. How many documents have a keyword (getIDF) is counted in another way, as plain text, so that the two disagree.
# Seen: for "cat", a text about concatenation is ranked before the one with a cat; for "node.js" a text with "node js" counts once, though no document holds the keyword;
# "c++" is an error.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts okapibm25@1.4.1 >/dev/null
cat > run.cjs <<'JS'
const { default: BM25, getIDF, getTermFrequency } = require('okapibm25');

const texts = ['the cat sleeps on the mat', 'concatenate: concatenation of concatenated texts'];
const [cat, concatenation] = BM25(texts, ['cat']);
const within = getTermFrequency('cat', texts[1]);
const dotted = getTermFrequency('node.js', 'it runs on node js');
const noDocument = getIDF('node.js', ['it runs on node js']) === getIDF('elephant', ['it runs on node js']);
let refused = '';
try {
  BM25(['c++ is fast', 'go is small'], ['c++']);
} catch (error) {
  refused = error.message;
}
console.log(`okapibm25 1.4.1: "cat" is ${within} times in ${JSON.stringify(texts[1])}; scores ${cat.toFixed(3)} for the cat, ${concatenation.toFixed(3)} for the concatenation`);
console.log(`okapibm25 1.4.1: "node.js" is ${dotted} times in "it runs on node js", and in ${noDocument ? 'none' : 'some'} of the documents`);
console.log(`okapibm25 1.4.1: "c++" gives ${refused || 'scores'}`);
process.exit(within === 3 && concatenation > cat && dotted === 1 && noDocument && refused.includes('regular expression') ? 0 : 1);
JS
node run.cjs
