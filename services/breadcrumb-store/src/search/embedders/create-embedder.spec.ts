import { CrumbError } from '@crumbtrail/contracts';
import { createEmbedder, resolveEmbedderName, type EmbeddingSettings } from './create-embedder';

const here = __dirname;
const settings: EmbeddingSettings = {
  kind: 'lexical',
  baseUrl: 'http://127.0.0.1:1/v1',
  onnx: { packageFolder: here, cache: here, download: false },
};
const refusalOf = (said: string, more: Partial<EmbeddingSettings> = {}): string => {
  try {
    return `accepted as ${resolveEmbedderName(said, { ...settings, ...more })}`;
  } catch (error) {
    return error instanceof CrumbError ? `${error.code}: ${error.message}` : String(error);
  }
};

describe('the name of an embedder', () => {
  it.each([
    ['lexical', {}, 'lexical/2'],
    ['lexical/2', {}, 'lexical/2'],
    ['openai/small', {}, 'openai/small'],
    ['openai', { model: 'large' }, 'openai/large'],
    ['openai', { kind: 'openai', model: 'large' }, 'openai/large'],
    ['openai/BAAI/bge-m3', {}, 'openai/BAAI/bge-m3'],
  ] as const)('%s with %j is that of the rows %s', (said, more, name) => {
    expect(resolveEmbedderName(said, { ...settings, ...more })).toBe(name);
    expect(createEmbedder(name, settings)?.name).toBe(name);
  });

  it('that nobody knows is refused with those that there are', () => {
    const refused = refusalOf('magic');
    expect(refused).toMatch(/^invalid_payload: There is no embedder magic\./);
    for (const known of ['lexical', 'openai/<model>', 'onnx/<model>']) expect(refused).toContain(known);
  });

  it('that lacks its server, its model or its package is refused with what to do', () => {
    expect(refusalOf('openai/small', { baseUrl: undefined })).toContain('set EMBEDDINGS_BASE_URL');
    expect(refusalOf('openai')).toContain('say openai/<model>');
    expect(refusalOf('openai', { kind: 'onnx', model: 'Xenova/x' })).toContain('say openai/<model>');
    expect(refusalOf('onnx')).toContain('npm run install:onnx');
  });

  it.each(['onnx/../../etc', 'onnx//etc/passwd', 'onnx/a/b/c', 'onnx/..', 'openai/a b'])(
    '%s names no model',
    (said) => {
      expect(refusalOf(said)).toMatch(/is no name of a model/);
    },
  );

  it('of rows whose server is gone gives nobody to ask', () => {
    expect(createEmbedder('openai/small', { ...settings, baseUrl: undefined })).toBeNull();
    expect(createEmbedder('other/1', settings)).toBeNull();
  });
});
