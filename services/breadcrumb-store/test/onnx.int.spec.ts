import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { EmbeddingRefused } from '../src/search/embedders/embedder';
import { OnnxEmbedder, type OnnxEmbedderOptions } from '../src/search/embedders/onnx-embedder';
import { tinyModel } from './tiny-onnx-model';

const root = resolve(__dirname, '../../..');
const installed = join(root, 'optional/onnx');
const environment = { PATH: process.env['PATH'] ?? '' };

/** A stand-in for transformers.js that fails on request, as the real package does only when something is broken. */
function fakePackage(folder: string, pipeline: string): string {
  const own = join(folder, 'node_modules/@huggingface/transformers');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'package.json'), JSON.stringify({ name: '@huggingface/transformers', main: 'index.js' }));
  writeFileSync(join(own, 'index.js'), `exports.env = {}; exports.pipeline = ${pipeline};`);
  return folder;
}

describe('a local ONNX model', () => {
  let cache: string;
  const embedders: OnnxEmbedder[] = [];

  const embedder = (more: Partial<OnnxEmbedderOptions> = {}): OnnxEmbedder => {
    const options = { model: 'crumbtrail/tiny', packageFolder: installed, cache, download: false, environment };
    const made = new OnnxEmbedder({ ...options, ...more });
    embedders.push(made);
    return made;
  };

  beforeAll(() => {
    execFileSync(process.execPath, [join(root, 'tools/setup/onnx.js')], { stdio: 'pipe' });
    cache = mkdtempSync(join(tmpdir(), 'crumbtrail-models-'));
    tinyModel(cache);
  }, 300_000);

  afterEach(() => embedders.splice(0).forEach((one) => one.close()));
  afterAll(() => rmSync(cache, { recursive: true, force: true }));

  const rounded = (rows: readonly (readonly number[])[]): number[][] =>
    rows.map((row) => row.map((one) => Math.round(one * 1_000) / 1_000));

  it('is loaded from its folder, and returns the normalised mean of the tokens', async () => {
    const one = embedder();
    expect(one.name).toBe('onnx/crumbtrail/tiny');
    const vectors = await one.embed(['Heron boat', 'grebe', 'kingfisher', 'heron heron heron heron boat boat']);
    const half = Math.round(Math.SQRT1_2 * 1_000) / 1_000;
    expect(rounded(vectors)).toEqual([
      [half, half, 0],
      [0.8, 0.6, 0],
      [0, 0, 1],
      [1, 0, 0],
    ]);
  });

  it('embeds a question before waiting texts', async () => {
    const one = embedder();
    await one.embed(['heron']);
    const ended: string[] = [];
    const source = (name: string) => (): void => void ended.push(name);
    await Promise.all([
      one.embed(['boat']).then(source('running')),
      one.embed(['grebe']).then(source('waiting')),
      one.embed(['heron'], AbortSignal.timeout(5_000)).then(source('question')),
    ]);
    expect(ended).toEqual(['running', 'question', 'waiting']);
  });

  it('refuses a text whose vector is zero, and continues with others', async () => {
    const one = embedder();
    await expect(one.embed(['heron', 'nothing'])).rejects.toBeInstanceOf(EmbeddingRefused);
    expect(await one.embed(['heron'])).toEqual([[1, 0, 0]]);
  });

  it('that is missing is not downloaded without permission, and the error states where it was searched', async () => {
    const missing = embedder({ model: 'crumbtrail/other' }).embed(['heron']);
    await expect(missing).rejects.toThrow(
      `onnx/crumbtrail/other is not available: it is not in ${cache}: put its folder there, or`,
    );
  });

  it('without its package fails with the command that installs it', async () => {
    await expect(embedder({ packageFolder: cache }).embed(['heron'])).rejects.toThrow('npm run install:onnx');
  });

  it('that does not respond is terminated and started again', async () => {
    const extract = `async (texts) => {
      if (texts[0] === 'hang') for (;;);
      return { data: new Float32Array([0, 2]), dims: [texts.length, 2] };
    }`;
    const packageFolder = fakePackage(mkdtempSync(join(cache, 'silent-')), `() => Promise.resolve(${extract})`);
    const one = embedder({ packageFolder, limits: { runMs: 500 } });
    expect(await one.embed(['heron'])).toEqual([[0, 1]]);
    await expect(one.embed(['hang'])).rejects.toThrow('did not respond within 0.5 s');
    expect(await one.embed(['heron'])).toEqual([[0, 1]]);
  });

  it('that was prepared answers the first question in time', async () => {
    const slow =
      '() => new Promise((done) => setTimeout(() => done(async () => ({ data: new Float32Array([1]), dims: [1, 1] })), 900))';
    const one = embedder({ packageFolder: fakePackage(mkdtempSync(join(cache, 'slow-')), slow) });
    await one.prepare();
    expect(await one.embed(['heron'], AbortSignal.timeout(800))).toEqual([[1]]);
  });

  it('that crashes does not end the service', async () => {
    const packageFolder = fakePackage(mkdtempSync(join(cache, 'broken-')), '() => process.abort()');
    await expect(embedder({ packageFolder }).embed(['heron'])).rejects.toThrow(/process ended \(SIG\w+\)/);
  });

  it('does not pass the secrets of the service to its process', async () => {
    const source = '(_task, _model) => { throw new Error(Object.keys(process.env).sort().join()) }';
    const packageFolder = fakePackage(mkdtempSync(join(cache, 'curious-')), source);
    const failed = await embedder({ packageFolder })
      .embed(['heron'])
      .catch((error: Error) => error.message);
    expect(failed).toMatch(/is not available: [A-Z_,]*PATH[A-Z_,]*$/);
    expect(failed).not.toMatch(/NATS|DATABASE|KEY|JEST/);
  });
});
