import { natsServerConfig } from './nats-config';
import { natsUserPermissions } from './nats-users';

const services = ['breadcrumb-store', 'gateway', 'weather'];

describe('the users for a configuration that another tool writes', () => {
  it.each(natsUserPermissions(services))(
    'give $user what the generated nats.conf gives it',
    ({ user, permissions }) => {
      const users = services.map((name) => ({ user: name, password: 'x' }));
      const config = natsServerConfig({ host: '0.0.0.0', port: 4222, storeDir: '/data', syncAlways: true, users });
      const line = config.split('\n').find((one) => one.includes(`user: "${user}"`)) as string;
      const allowed = Array.from(
        line.matchAll(/allow: \[([^\]]*)\]/g),
        ([, list]) => JSON.parse(`[${list}]`) as string[],
      );
      expect(allowed).toEqual([permissions.publish.allow, permissions.subscribe.allow]);
      expect(line.includes('allow_responses')).toBe('allow_responses' in permissions);
    },
  );
});
