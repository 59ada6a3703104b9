const { execFileSync } = require('node:child_process');
const { mkdtempSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { parseRankingWeights, RANKING_WEIGHTS } = require('@crumbtrail/contracts');
const [friends] = require('../fixtures/two-friends.json');
const { reportOf } = require('./fit-report.js');
const fit = require('./fit.js');
const { chooseWeights, listCandidates, listChanges, listFolds } = require('./search-weights.js');

const withSession = (session) => ({
  features: { ...RANKING_WEIGHTS.features, session },
  parameters: RANKING_WEIGHTS.parameters,
});
const measured = (...sums) => sums.map((sum) => ({ sums: [sum], questions: 1 }));

function writeFile(name, text) {
  const path = join(mkdtempSync(join(tmpdir(), 'crumbtrail-fit-')), name);
  writeFileSync(path, text);
  return path;
}

describe('the search for ranking weights', () => {
  it('tries valid weights around the start, the same ones for the same seed', () => {
    const candidates = listCandidates(RANKING_WEIGHTS, { tries: 200, seed: 3 });
    expect(candidates[0]).toBe(RANKING_WEIGHTS);
    expect(listCandidates(RANKING_WEIGHTS, { tries: 200, seed: 3 })).toEqual(candidates);
    expect(listCandidates(RANKING_WEIGHTS, { tries: 200, seed: 4 })).not.toEqual(candidates);
    for (const one of candidates) expect(parseRankingWeights(one)).toEqual(one);
  });

  it('leaves out each data set, and then every part of the conversations of all data sets', () => {
    expect(listFolds(['a', 'a', 'a', 'b', 'b'], 2)).toEqual([
      { name: 'without a', train: [3, 4], test: [0, 1, 2] },
      { name: 'without b', train: [0, 1, 2], test: [3, 4] },
      { name: 'conversations 1 of 2', train: [1, 4], test: [0, 2, 3] },
      { name: 'conversations 2 of 2', train: [0, 2, 3], test: [1, 4] },
    ]);
    expect(listFolds(['a'], 4)).toEqual([]);
  });

  it('chooses by the conversations of a fold only, and every data set counts the same', () => {
    const tried = [
      { weights: withSession(0.2), measured: measured(0.5, 0.5, 0.5) },
      { weights: withSession(0.4), measured: measured(0.6, 0.6, 0.3) },
    ];
    const sessionBy = (indexes) => chooseWeights(tried, indexes, ['a', 'a', 'b']).features.session;
    expect(sessionBy([0, 1])).toBe(0.4);
    expect(sessionBy([2])).toBe(0.2);
    expect(sessionBy([0, 1, 2])).toBe(0.2);
  });

  it('takes the geometric mean of the best, and names what it changed', () => {
    const better = [0.1, 0.4].map((session) => ({ weights: withSession(session), measured: measured(1) }));
    const tried = [{ weights: RANKING_WEIGHTS, measured: measured(0) }, ...better];
    expect(listChanges(RANKING_WEIGHTS, chooseWeights(tried, [0], ['a']))).toEqual([]);
    const [changed] = listChanges(withSession(1), chooseWeights(tried, [0], ['a']));
    expect(changed).toEqual({ name: 'features.session', before: 1, after: 0.2 });
  });

  it('reports what each fold was fitted on beside what it was not, and the weights that changed', () => {
    const figures = (now, fitted) => ({ now: [now], fitted: [fitted] });
    const weights = withSession(0.3);
    const changes = listChanges(RANKING_WEIGHTS, weights);
    const fold = { name: 'without a', weights, changes, train: figures(60, 64), test: figures(70, 69) };
    const report = reportOf({ folds: [fold], whole: [{ ...fold, name: 'a', test: figures(61, 65) }] });
    expect(report).toMatch(/^ +without a +60\.0 +64\.0 +70\.0 +69\.0$/m);
    expect(report).toMatch(/^ +a +61\.0 +65\.0$/m);
    expect(report).toMatch(/^ +features\.session +0\.2 +0\.3$/m);
  });
});

describe('npm run bench -- fit', () => {
  const data = writeFile('friends.json', JSON.stringify([friends]));
  const line = JSON.stringify(friends);

  it.each([
    ['without data', [], /Missing or wrong arguments: npm run bench -- fit --data/],
    ['with tries that are no number', ['--data', data, '--tries', 'many'], /Missing or wrong arguments/],
    [
      'with a data set with a cut line',
      ['--data', writeFile('cut.jsonl', `${line}\n${line.slice(0, 90)}\n`)],
      /lines that are cut: 2\. Copy it again/,
    ],
    [
      'with weights that are no numbers',
      ['--data', data, '--weights', writeFile('w.json', '{"features":{"bm25":"1"}}')],
      /holds no ranking weights: ranking weight features\.bm25: .*number/,
    ],
  ])('%s is refused with what is wrong', async (_, options, message) => {
    await expect(fit({ options })).rejects.toThrow(message);
  });

  it('measures with the ranking and the pipeline of the services, and gives the figures of recall', () => {
    // The embedded database loads modules dynamically, which Jest cannot.
    const script = `require('./fit.js')({ options: ${JSON.stringify(['--data', data, '--tries', '3', '--json'])} })`;
    const printed = execFileSync(process.execPath, ['-e', script], { cwd: __dirname, encoding: 'utf8', stdio: 'pipe' });
    const { folds, whole } = JSON.parse(printed);
    expect(folds).toEqual([]);
    expect(whole.map(({ name, test }) => [name, test.now.map(Math.round)])).toEqual([['friends', [100, 100, 100, 17]]]);
    expect(parseRankingWeights(whole[0].weights)).toEqual(whole[0].weights);
  });
});
