const { default: Ajv } = require('ajv');
const { hashChart, overlay, readText, readYaml, rendered } = require('./deploy-files.js');

const values = readYaml('deploy/helm/crumbtrail/values.yaml');
const example = readYaml('deploy/helm/examples/production.yaml');
const compose = readYaml('docker-compose.yml');
const validate = new Ajv({ allErrors: true, strict: false }).compile(
  JSON.parse(readText('deploy/helm/crumbtrail/values.schema.json')),
);

const inCompose = Object.entries(compose.services).filter(([, { environment }]) => environment?.NATS_USER);
/** What the chart sets itself, for every service. */
const SET_BY_TEMPLATE = ['NATS_URL', 'NATS_USER', 'NATS_PASSWORD_FILE', 'HEALTH_PORT'];

/** The variables of a service as the chart sets them where all values are given. */
function variablesOf(service) {
  const secrets = { ...service.secrets, ...(service.model ? { MODEL_API_KEY: 'model_api_key' } : {}) };
  return [
    ...SET_BY_TEMPLATE,
    ...Object.keys({ ...values.environment, ...service.environment, ...(service.model ? values.model : {}) }),
    ...Object.keys(secrets).map((variable) => `${variable}_FILE`),
  ].sort();
}

/** The files of secrets that a service of the chart mounts, by the names of docker-compose.yml. */
const secretsOf = (name, service) =>
  [`nats_${name}`, ...Object.values(service.secrets ?? {}), ...(service.model ? ['model_api_key'] : [])].sort();

describe('the values of the chart', () => {
  it('match their schema, alone and with those of the example', () => {
    expect([validate(values), validate.errors]).toEqual([true, null]);
    expect([validate(overlay(values, example)), validate.errors]).toEqual([true, null]);
  });

  it.each([
    ['a misspelled name', { gateway: { ingres: { enabled: true } } }],
    ['a number where a variable needs text', { environment: { LOG_LEVEL: 1 } }],
    ['a grace period in which no service can drain', { defaults: { terminationGracePeriodSeconds: 10 } }],
    ['a service that may reach something unknown', { services: { gateway: { reaches: ['mysql'] } } }],
    ['a store without a database', { secrets: { database_url: { name: '' } } }],
    ['a digest that is none', { image: { digest: 'latest' } }],
  ])('are refused with %s', (_mistake, more) => {
    expect(validate(overlay(values, more))).toBe(false);
  });

  it('name secrets that exist in `secrets`', () => {
    const named = Object.values(values.services).flatMap(({ secrets }) => Object.values(secrets ?? {}));
    expect(Object.keys(values.secrets)).toEqual(expect.arrayContaining(named));
  });
});

describe('the chart and docker-compose.yml', () => {
  it('have the same services', () => {
    expect(Object.keys(values.services).sort()).toEqual(inCompose.map(([name]) => name).sort());
  });

  it.each(inCompose)('give %s the same variables', (name, { environment }) => {
    expect(variablesOf(values.services[name])).toEqual(Object.keys(environment).sort());
  });

  it.each(inCompose)(
    'give %s the same secrets, and no other service its password',
    (name, { secrets, environment }) => {
      expect(secretsOf(name, values.services[name])).toEqual([...secrets].sort());
      expect(environment).toMatchObject({ NATS_USER: name, NATS_PASSWORD_FILE: `/run/secrets/nats_${name}` });
    },
  );

  it.each(inCompose)('limit the memory of %s, and its logs in Compose', (name, { mem_limit, logging }) => {
    const { limits } = values.services[name].resources ?? values.defaults.resources;
    const megabytes = parseInt(limits.memory, 10);
    expect(mem_limit).toContain(`${megabytes}m`);
    expect(logging.options).toMatchObject({ 'max-size': expect.any(String), 'max-file': expect.any(String) });
  });

  it.each(inCompose)('let %s reach Postgres in both or in neither', (name, { networks = [] }) => {
    const isAllowed = (values.services[name].reaches ?? []).includes('postgres');
    expect(networks.includes('database')).toBe(isAllowed);
  });
});

describe('the rendered example', () => {
  const manifests = rendered();
  const of = (kind) => manifests.filter((manifest) => manifest.kind === kind);
  const pods = [
    ...[...of('Deployment'), ...of('Job')].map(({ metadata, spec }) => [metadata.name, spec.template.spec]),
    ...of('Pod').map(({ metadata, spec }) => [metadata.name, spec]),
  ];

  it('is rendered from the templates as they are', () => {
    const [first] = readText('deploy/helm/examples/production.rendered.yaml').split('\n');
    expect({ made_of: first.replace(/^# Templates: /, ''), how: 'docs/guides/kubernetes.md#change-the-chart' }).toEqual(
      {
        made_of: hashChart(),
        how: 'docs/guides/kubernetes.md#change-the-chart',
      },
    );
  });

  it.each(pods)('%s runs as Compose runs it: not root, read-only, without capabilities or a token', (_name, spec) => {
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    for (const container of spec.containers) {
      expect(container).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: {
          requests: { cpu: expect.anything(), memory: expect.anything() },
          limits: { memory: expect.anything() },
        },
      });
    }
  });

  it('has probes, a grace period and a disruption budget for each service', () => {
    const deployments = of('Deployment');
    // Not those of agents that were added since.
    const services = deployments.map(({ metadata }) => metadata.labels['app.kubernetes.io/component']);
    expect(Object.keys(values.services)).toEqual(expect.arrayContaining(services));
    expect(services).toContain('breadcrumb-store');
    for (const { spec } of deployments) {
      const { containers, terminationGracePeriodSeconds } = spec.template.spec;
      expect(terminationGracePeriodSeconds).toBeGreaterThan(30);
      expect(containers[0]).toMatchObject({
        startupProbe: { httpGet: { path: '/healthz', port: 'health' } },
        livenessProbe: { httpGet: { path: '/healthz', port: 'health' } },
        readinessProbe: { httpGet: { path: '/readyz', port: 'health' } },
      });
    }
    const selected = (list) => list.map(({ spec }) => spec.selector.matchLabels).map(JSON.stringify);
    expect(selected(of('PodDisruptionBudget'))).toEqual(selected(deployments));
  });

  it('mounts the password of each service into that service only, and refers to no secret that the chart makes', () => {
    for (const { metadata, spec } of of('Deployment')) {
      const service = metadata.labels['app.kubernetes.io/component'];
      const sources = spec.template.spec.volumes.find(({ name }) => name === 'secrets').projected.sources;
      const passwords = sources.filter(({ secret }) => secret.name === 'crumbtrail-nats');
      expect(passwords).toEqual([
        { secret: { name: 'crumbtrail-nats', items: [{ key: service, path: 'nats_password' }] } },
      ]);
    }
    expect(of('Secret')).toEqual([]);
  });

  it('selects pods with every NetworkPolicy, and lets only the store and the migration reach Postgres', () => {
    const policies = of('NetworkPolicy');
    const [postgres] = policies.filter(({ metadata }) => metadata.name.endsWith('-postgres'));
    const [{ values: allowed }] = postgres.spec.podSelector.matchExpressions;
    expect(allowed.sort()).toEqual(['breadcrumb-store', 'migration']);
    const ports = policies
      .filter((policy) => policy !== postgres)
      .flatMap(({ spec }) => spec.egress ?? [])
      .flatMap((rule) => rule.ports.map(({ port }) => port));
    expect(ports).not.toContain(5432);
    for (const { spec } of policies)
      expect(spec.podSelector.matchLabels).toMatchObject({ 'app.kubernetes.io/name': 'crumbtrail' });
  });

  it('scales services by messages of their consumer, and executors by unclaimed turns', () => {
    const triggers = of('ScaledObject').map(({ spec }) => [spec.scaleTargetRef.name, spec.triggers[0]]);
    expect(Object.fromEntries(triggers)).toMatchObject({
      'crumbtrail-context-builder': {
        type: 'nats-jetstream',
        metadata: { stream: 'CRUMBS', consumer: 'context-builder' },
      },
      'crumbtrail-agent-executor': {
        type: 'prometheus',
        metadata: { query: 'sum(crumbtrail_turns_unclaimed{runner="pool"})' },
      },
    });
    for (const { metadata } of of('ScaledObject')) {
      const [deployment] = of('Deployment').filter(({ metadata: { name } }) => name === metadata.name);
      expect(deployment.spec).not.toHaveProperty('replicas');
    }
  });
});
