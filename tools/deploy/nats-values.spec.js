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

  it('have three more users with --agents, who may reach no subject of a service', () => {
    const { config, container } = print('--agents', 'gateway');
    const [, ...meeting] = config.merge.authorization.users;
    expect(meeting.map(({ user }) => user)).toEqual(['crumbtrail-agents', 'crumbtrail-prompts', 'agents']);
    expect(Object.keys(container.env)).toEqual([
      'GATEWAY_PASSWORD',
      'CRUMBTRAIL_AGENTS_PASSWORD',
      'CRUMBTRAIL_PROMPTS_PASSWORD',
      'AGENTS_PASSWORD',
    ]);
    const subjects = meeting.flatMap(({ permissions: { publish, subscribe } }) => [
      ...publish.allow,
      ...subscribe.allow,
    ]);
    for (const subject of subjects)
      expect(subject).toMatch(/^(agents\.|\$SRV\.(PING|INFO|STATS)|_INBOX(\.|_crumbtrail-(agents|prompts)\.)>)/);
    expect(meeting[2].permissions.subscribe.deny).toEqual(['agents.prompt.crumbtrail.>', 'agents.status.crumbtrail.>']);
  });

  it('have one more user with --events, who subscribes to the events of that workspace and publishes nothing', () => {
    const { config, container } = print('--events', 'shop', 'gateway');
    const [, reader] = config.merge.authorization.users;
    expect(reader).toEqual({
      user: 'event-reader',
      password: '<< $EVENT_READER_PASSWORD >>',
      permissions: { publish: { allow: [], deny: ['>'] }, subscribe: { allow: ['crumbs.shop.>'], deny: [] } },
    });
    expect(container.env.EVENT_READER_PASSWORD.valueFrom.secretKeyRef).toMatchObject({ key: 'event-reader' });
  });

  it('take the passwords from another Secret if told so', () => {
    const { container } = print('--secret', 'mine', 'gateway');
    expect(container.env.GATEWAY_PASSWORD.valueFrom.secretKeyRef).toEqual({ name: 'mine', key: 'gateway' });
  });
});
