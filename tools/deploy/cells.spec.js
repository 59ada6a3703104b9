const { default: Ajv } = require('ajv');
const { overlay, readText, readYaml } = require('./deploy-files.js');

const compose = readYaml('docker-compose.yml');
const cell = readYaml('deploy/compose.cells.yml');

describe('deploy/compose.cells.yml', () => {
  it('changes services that docker-compose.yml has, and adds none', () => {
    const known = Object.keys(compose.services);
    expect(Object.keys(cell.services).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('gives the cells to the gateway, and the databases of other cells to nobody but the store', () => {
    const holders = Object.entries(cell.services).map(([name, { secrets = [] }]) => [name, secrets]);
    expect(Object.fromEntries(holders.filter(([, secrets]) => secrets.length > 0))).toEqual({
      'breadcrumb-store': ['cell_databases'],
      gateway: ['cells'],
    });
    expect(cell.services.gateway.environment).toEqual({ CELLS_FILE: '/run/secrets/cells' });
    expect(cell.services['breadcrumb-store'].environment).toEqual({
      CELL_DATABASES_FILE: '/run/secrets/cell_databases',
    });
  });

  it('publishes NATS and Postgres at an address that must be given', () => {
    const ports = ['nats', 'postgres'].flatMap((name) => cell.services[name].ports);
    expect(ports.every((port) => port.startsWith('${CELL_ADDRESS:?'))).toBe(true);
    expect(ports).toHaveLength(2);
  });

  it('attaches Postgres to no network of another service than the store', () => {
    const { networks } = cell.services.postgres;
    const sharing = Object.entries(compose.services)
      .filter(
        ([name, { networks: own = ['default'], network_mode }]) =>
          name !== 'postgres' && !network_mode && own.some((one) => networks.includes(one)),
      )
      .map(([name]) => name);
    expect(sharing).toEqual(['breadcrumb-store']);
  });
});

test('the cells of the guide for Kubernetes are values that the schema of the chart allows', () => {
  const [, example] = /```yaml\n# cells\n([\s\S]*?)```/.exec(readText('docs/guides/kubernetes.md')) ?? [];
  const more = require('yaml').parse(example);
  const validate = new Ajv({ allErrors: true, strict: false }).compile(
    JSON.parse(readText('deploy/helm/crumbtrail/values.schema.json')),
  );
  expect([validate(overlay(readYaml('deploy/helm/crumbtrail/values.yaml'), more)), validate.errors]).toEqual([
    true,
    null,
  ]);
  expect(more.services.gateway.secrets).toEqual({ CELLS: 'cells' });
  expect(more.services['breadcrumb-store'].secrets).toEqual({ CELL_DATABASES: 'cell_databases' });
});
