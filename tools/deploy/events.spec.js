const { default: Ajv } = require('ajv');
const { overlay, readText, readYaml } = require('./deploy-files.js');

describe('deploy/compose.events.yml', () => {
  const { services, secrets } = readYaml('deploy/compose.events.yml');

  it('publishes the broker on the loopback address unless told otherwise, for one workspace', () => {
    expect(services).toEqual({
      'nats-config': { environment: { EVENTS_NATS_WORKSPACE: '${EVENTS_NATS_WORKSPACE:-default}' } },
      nats: { ports: ['${EVENTS_NATS:-127.0.0.1:4222}:4222'] },
    });
  });

  it('gives no service a further secret', () => {
    expect(secrets).toBeUndefined();
  });
});

describe('the example for Kubernetes of the guide to webhooks', () => {
  const values = readYaml('deploy/helm/crumbtrail/values.yaml');
  const [, example] = /```yaml\n# webhooks\n([\s\S]*?)```/.exec(readText('docs/guides/webhooks.md')) ?? [];

  it('lets the gateway reach public addresses by a value that the schema of the chart allows, and nothing does without it', () => {
    expect(values.services.gateway).not.toHaveProperty('reaches');
    const more = require('yaml').parse(example);
    const schema = JSON.parse(readText('deploy/helm/crumbtrail/values.schema.json'));
    const validate = new Ajv({ allErrors: true, strict: false }).compile(schema);
    expect([validate(overlay(values, more)), validate.errors]).toEqual([true, null]);
    expect(more.services.gateway.reaches).toEqual(['outside']);
  });
});
