import { join } from 'node:path';
import { readMigrationPlace, toConfig } from './config';

const given = { NATS_URL: 'nats://127.0.0.1:4222', CRUMBTRAIL_HOME: '/data' };

describe('the settings of the store', () => {
  it('default to the built-in embedder, with models under the home folder and no downloads', () => {
    const { embeddings } = toConfig(given);
    expect(embeddings).toMatchObject({ kind: 'words', onnx: { cache: '/data/models', download: false } });
    expect(embeddings.onnx.packageFolder).toBe(join(__dirname, '../../../optional/onnx'));
  });

  it('refuse an embedder without its server or package, and say what to do', () => {
    expect(() => toConfig({ ...given, EMBEDDINGS: 'openai' })).toThrow(/EMBEDDINGS_BASE_URL and EMBEDDINGS_MODEL/);
    const elsewhere = { ...given, EMBEDDINGS: 'onnx', EMBEDDINGS_PACKAGE: __dirname };
    expect(() => toConfig(elsewhere)).toThrow(/npm run install:onnx/);
  });

  it("pass no secret to the model's process", () => {
    const secret = { NATS_PASSWORD: 's3cret', EMBEDDINGS_API_KEY: 's3cret' };
    const { environment } = toConfig({ ...given, ...secret, PATH: '/bin', HTTPS_PROXY: 'http://p:1' }).embeddings.onnx;
    expect(environment).toEqual({ PATH: '/bin' });
  });

  it('of the migration are the URL of a Postgres, which it refuses to do without', () => {
    const [url, ownerUrl] = ['postgres://u:p@h/d', 'postgres://owner:p@h/d'];
    expect(readMigrationPlace({ DATABASE_URL: url })).toEqual({ url });
    expect(readMigrationPlace({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl })).toEqual({ url, ownerUrl });
    expect(() => readMigrationPlace({})).toThrow(/DATABASE_URL is missing/);
    expect(() => readMigrationPlace({ DATABASE_URL: 'mysql://h/d' })).toThrow(
      /DATABASE_URL is wrong: must be a postgres/,
    );
  });
});
