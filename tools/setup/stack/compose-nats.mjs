// Prints deploy/nats/nats.conf for Docker Compose, after compiling what has changed; `--check` fails when the file differs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import build from '../install/build.js';
import setup from './service-environment.js';

build.buildServices();
const { default: bus } = await import('@crumbtrail/bus');
const path = join(import.meta.dirname, '../../..', 'deploy', 'nats', 'nats.conf');
const { serviceNames: services } = setup;
const variable = (service) => ({ verbatim: `$${service.toUpperCase().replaceAll('-', '_')}_PASSWORD` });
const config = bus.natsServerConfig({
  host: '0.0.0.0',
  port: 4222,
  storeDir: '/data',
  syncAlways: true,
  monitorPort: 8222,
  users: services.map((service) => ({ user: service, password: variable(service) })),
});
// The paths of includes are relative to the file that includes: /etc/nats.
const text = `# Passwords come from deploy/secrets.sh. Printed by \`npm run deploy:nats\`; do not edit.\ninclude ../../run/secrets/nats_passwords.conf\n${config}`;

if (!process.argv.includes('--check')) writeFileSync(path, text);
else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
  console.error('deploy/nats/nats.conf does not match libs/bus; run: npm run deploy:nats');
  process.exit(1);
}
