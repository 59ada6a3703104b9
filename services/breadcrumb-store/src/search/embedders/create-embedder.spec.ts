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

describe('resolveEmbedderName', () => {
  it.each([
    ['lexical', {}, 'lexical/2'],
    ['lexical/2', {}, 'lexical/2'],
    ['openai/small', {}, 'openai/small'],
    ['openai', { model: 'large' }, 'openai/large'],
    ['openai', { kind: 'openai', model: 'large' }, 'openai/large'],
    ['openai/BAAI/bge-m3', {}, 'openai/BAAI/bge-m3'],
  ] as const)('%s with the settings %j resolves to %s', (said, more, name) => {
    expect(resolveEmbedderName(said, { ...settings, ...more })).toBe(name);
    expect(createEmbedder(name, settings)?.name).toBe(name);
  });

  it('refuses an unknown name with a list of the known ones', () => {
    const refused = refusalOf('magic');
    expect(refused).toMatch(/^invalid_payload: There is no embedder magic\./);
    for (const known of ['lexical', 'openai/<model>', 'onnx/<model>']) expect(refused).toContain(known);
  });

  it('rejects a name without its server, model or package, and states the remedy', () => {
    expect(refusalOf('openai/small', { baseUrl: undefined })).toContain('set EMBEDDINGS_BASE_URL');
    expect(refusalOf('openai')).toContain('say openai/<model>');
    expect(refusalOf('openai', { kind: 'onnx', model: 'Xenova/x' })).toContain('say openai/<model>');
    expect(refusalOf('onnx')).toContain('npm run install:onnx');
  });

  it.each(['onnx/../../etc', 'onnx//etc/passwd', 'onnx/a/b/c', 'onnx/..', 'openai/a b'])(
    'refuses the invalid model name %s',
    (said) => {
      expect(refusalOf(said)).toMatch(/Invalid model name/);
    },
  );

  it('createEmbedder returns null for an embedder whose server is no longer configured', () => {
    expect(createEmbedder('openai/small', { ...settings, baseUrl: undefined })).toBeNull();
    expect(createEmbedder('other/1', settings)).toBeNull();
  });
});
