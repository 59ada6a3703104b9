const { default: Ajv } = require('ajv');
const { overlay, readText, readYaml } = require('./deploy-files.js');

const { services, secrets } = readYaml('deploy/compose.agents.yml');

describe('deploy/compose.agents.yml', () => {
  it('publishes the broker on the loopback address unless told otherwise', () => {
    expect(services.nats.ports).toEqual(['${AGENTS_NATS:-127.0.0.1:4222}:4222']);
    expect(readYaml('docker-compose.yml').services.nats).not.toHaveProperty('ports');
  });

  it.each([
    ['gateway', 'crumbtrail-agents'],
    ['agent-executor', 'crumbtrail-prompts'],
  ])('gives the %s its user among agents, and mounts no other secret', (service, user) => {
    expect(services[service].environment.AGENTS_NATS_USER).toBe(user);
    expect(services[service].secrets).toEqual([`nats_${user}`]);
    expect(Object.keys(secrets)).toContain(`nats_${user}`);
  });
});

describe('the example for Kubernetes of the guide to agents on NATS', () => {
  const values = readYaml('deploy/helm/crumbtrail/values.yaml');
  const [, example] = /```yaml\n# agents\n([\s\S]*?)```/.exec(readText('docs/guides/agents-on-nats.md')) ?? [];
  const more = require('yaml').parse(example);

  it('gives the gateway and the executor an address, a user and a password that the schema of the chart allows', () => {
    const schema = JSON.parse(readText('deploy/helm/crumbtrail/values.schema.json'));
    const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);
    expect([validate(overlay(values, more)), validate.errors]).toEqual([true, null]);
    const users = { gateway: 'crumbtrail-agents', 'agent-executor': 'crumbtrail-prompts' };
    for (const [service, user] of Object.entries(users)) {
      const [name] = Object.values(more.services[service].secrets);
      expect(more.secrets[name]).toEqual({ name: 'crumbtrail-nats', key: user });
      expect(more.services[service].environment.AGENTS_NATS_USER).toBe(user);
    }
  });
});
