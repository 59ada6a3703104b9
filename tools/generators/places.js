/** The files outside an agent's folder that mention it, and the entry in each of them. */

const MARK = '# agents';

/** The list of services of the Helm chart. */
const CHART_VALUES = 'deploy/helm/crumbtrail/values.yaml';

const title = (name) => name.replace(/(^|-)([a-z0-9])/g, (_, dash, letter) => (dash ? ' ' : '') + letter.toUpperCase());

/** All values that templates derive from an agent's name. `tool` is the name of its first tool. */
function wordsOf(name) {
  const words = title(name);
  return {
    name,
    title: words,
    className: words.replaceAll(' ', ''),
    variable: name.toUpperCase().replaceAll('-', '_'),
    tool: `${name.replaceAll('-', '_')}_facts`,
    template: '',
  };
}

const service = (name) => `  ${name}:
    <<: *service
    command: ['node', 'services/${name}/dist/main.js']
    environment:
      <<: [*environment, *model]
      NATS_USER: ${name}
      NATS_PASSWORD_FILE: /run/secrets/nats_${name}
    secrets: [nats_${name}, model_api_key]
    depends_on: *after-store

`;

const secret = (name) => `  nats_${name}: { file: deploy/secrets/nats_${name} }\n`;

/** Where the block of an agent starts and ends: the line `volumes:` follows the last service. */
function withService(compose, name) {
  if (!compose.includes(`\n${MARK}\n`)) {
    throw new Error(`docker-compose.yml has no line "${MARK}" after its services; agents are put before it.`);
  }
  return compose.replace(`\n${MARK}\n`, `\n${service(name)}${MARK}\n`).replace(/\n*$/, `\n${secret(name)}`);
}

const chartService = (name) => `  ${name}:
    model: true
    reaches: [outside]
`;

/** The values of the Helm chart with an agent as the last of its services. */
function withChartService(values, name) {
  if (!values.includes(`\n${MARK}\n`)) {
    throw new Error(
      `The values of the Helm chart have no line "${MARK}" after its services; agents are put before it.`,
    );
  }
  return values.replace(`\n${MARK}\n`, `\n${chartService(name)}${MARK}\n`);
}

const withoutChartService = (values, name) => values.replace(chartService(name), '');

const withoutService = (compose, name) => compose.replace(service(name), '').replace(secret(name), '');

const references = (name) => ({
  'tsconfig.json': `./services/${name}`,
  'tsconfig.build.json': `./services/${name}/tsconfig.app.json`,
});

/** The lock file's two entries for a workspace, sorted by name. */
function locked(lock, name, manifest) {
  const { name: packageName, version, license, dependencies, devDependencies } = manifest;
  const folder = `services/${name}`;
  const entries = {
    ...lock.packages,
    [`node_modules/${packageName}`]: { resolved: folder, link: true },
    [folder]: { name: packageName, version, license, dependencies, devDependencies },
  };
  const inOrder = Object.keys(entries).sort((a, b) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(inOrder.map((path) => [path, entries[path]])) };
}

function unlocked(lock, name, packageName) {
  const { [`node_modules/${packageName}`]: _link, [`services/${name}`]: _folder, ...packages } = lock.packages;
  return { ...lock, packages };
}

const docsLine = (name) => `- [${title(name)}](${name}.md): \`services/${name}\`\n`;

module.exports = {
  CHART_VALUES,
  docsLine,
  locked,
  references,
  unlocked,
  withChartService,
  withoutChartService,
  withoutService,
  withService,
  wordsOf,
};
