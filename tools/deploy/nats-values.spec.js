const { execFileSync } = require('node:child_process');
const { join } = require('node:path');
const { readYaml, ROOT } = require('./deploy-files.js');

const services = Object.keys(readYaml('deploy/helm/crumbtrail/values.yaml').services);

describe('the values for the chart of NATS', () => {
  const print = (...args) =>
    JSON.parse(execFileSync(process.execPath, [join(ROOT, 'deploy/nats-values.js'), ...args], { encoding: 'utf8' }));

  it('have one user for each service, whose password is a key of the Secret that the service reads', () => {
    const { config, container } = print(...services);
    const { users } = config.merge.authorization;
    expect(users.map(({ user }) => user)).toEqual(services);
    for (const { user, password, permissions } of users) {
      const [, variable] = /^<< \$(\w+) >>$/.exec(password);
      expect(container.env[variable]).toEqual({ valueFrom: { secretKeyRef: { name: 'crumbtrail-nats', key: user } } });
      expect(permissions.publish.allow).not.toContain('>');
    }
  });

  it('take the passwords from another Secret if told so', () => {
    const { container } = print('--secret', 'mine', 'gateway');
    expect(container.env.GATEWAY_PASSWORD.valueFrom.secretKeyRef).toEqual({ name: 'mine', key: 'gateway' });
  });
});
