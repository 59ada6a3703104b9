const { default: Ajv } = require('ajv');
const { overlay, readText, readYaml } = require('./deploy-files.js');

const { services, secrets } = readYaml('deploy/compose.agents.yml');

describe('deploy/compose.agents.yml', () => {
  it('publishes the broker on the loopback address unless told otherwise', () => {
    expect(services.nats.ports).toEqual(['${AGENTS_NATS:-127.0.0.1:4222}:4222']);
    expect(readYaml('docker-compose.yml').services.nats).not.toHaveProperty('ports');
  });

  it('gives the gateway its user among agents, and mounts no other secret', () => {
    expect(services.gateway.environment.AGENTS_NATS_USER).toBe('crumbtrail-agents');
    expect(services.gateway.secrets).toEqual(['nats_crumbtrail-agents']);
    expect(Object.keys(secrets)).toEqual(['nats_crumbtrail-agents']);
  });
});

describe('the example for Kubernetes of the guide to agents on NATS', () => {
  const values = readYaml('deploy/helm/crumbtrail/values.yaml');
  const [, example] = /```yaml\n# agents\n([\s\S]*?)```/.exec(readText('docs/guides/agents-on-nats.md')) ?? [];
  const more = require('yaml').parse(example);

  it('gives the gateway an address, a user and a password that the schema of the chart allows', () => {
    const schema = JSON.parse(readText('deploy/helm/crumbtrail/values.schema.json'));
    const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);
    expect([validate(overlay(values, more)), validate.errors]).toEqual([true, null]);
    const [name] = Object.values(more.services.gateway.secrets);
    expect(more.secrets[name]).toEqual({ name: 'crumbtrail-nats', key: 'crumbtrail-agents' });
    expect(more.services.gateway.environment.AGENTS_NATS_USER).toBe('crumbtrail-agents');
  });
});
