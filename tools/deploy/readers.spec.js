const { default: Ajv } = require('ajv');
const { overlay, readText, readYaml } = require('./deploy-files.js');

const compose = readYaml('docker-compose.yml');
const { services, secrets } = readYaml('deploy/compose.readers.yml');
const reader = services['breadcrumb-reader'];
const store = compose.services['breadcrumb-store'];

describe('the reader of deploy/compose.readers.yml', () => {
  it('is a reader of the image of the store, with the same limits and without more rights', () => {
    expect(reader.environment.ROLE).toBe('reader');
    for (const field of [
      'image',
      'command',
      'user',
      'read_only',
      'tmpfs',
      'cap_drop',
      'security_opt',
      'mem_limit',
      'healthcheck',
      'logging',
    ])
      expect([field, reader[field]]).toEqual([field, store[field]]);
  });

  it('has the URL of the replica, and neither that of the primary nor the key of the operator', () => {
    expect(reader.secrets.sort()).toEqual(['embeddings_api_key', 'nats_breadcrumb-store', 'replica_url']);
    expect(Object.keys(secrets)).toEqual(['replica_url']);
    expect(reader.environment).not.toHaveProperty('API_KEY_FILE');
    expect(reader.environment.DATABASE_URL_FILE).toBe('/run/secrets/replica_url');
  });

  it('has the settings of the store that decide what it finds', () => {
    const settings = Object.entries(store.environment).filter(([name]) =>
      /^(EMBEDDINGS(?!_DOWNLOAD)|RETRIEVAL)/.test(name),
    );
    expect(reader.environment).toMatchObject(Object.fromEntries(settings));
  });
});

describe('the reader of the guide for Kubernetes', () => {
  const values = readYaml('deploy/helm/crumbtrail/values.yaml');
  const [, example] = /```yaml\n# readers\n([\s\S]*?)```/.exec(readText('docs/guides/kubernetes.md')) ?? [];
  const more = require('yaml').parse(example);
  const validate = new Ajv({ allErrors: true, strict: false }).compile(
    JSON.parse(readText('deploy/helm/crumbtrail/values.schema.json')),
  );

  it('is a service of the chart that runs the program of the store as a reader, with values that the schema allows', () => {
    expect([validate(overlay(values, more)), validate.errors]).toEqual([true, null]);
    expect(more.services['breadcrumb-reader']).toMatchObject({
      runs: 'breadcrumb-store',
      environment: { ROLE: 'reader' },
      secrets: { DATABASE_URL: 'replica_url' },
    });
    expect(more.services['breadcrumb-reader'].secrets).not.toHaveProperty('API_KEY');
  });

  it('may not run a program that has no readers', () => {
    const wrong = overlay(more, { services: { 'breadcrumb-reader': { runs: 'gateway' } } });
    expect(validate(overlay(values, wrong))).toBe(false);
  });
});
