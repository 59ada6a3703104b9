/** The places that name the version of the product, and the image that a release builds. */
const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const { readText, readYaml, ROOT } = require('./deploy-files.js');

const readJson = (...path) => JSON.parse(readText(...path));
const { version } = readJson('package.json');
const bake = readJson('deploy/docker-bake.json');
const dockerfile = readText('deploy/Dockerfile');

const versionsOf = (folder) =>
  readdirSync(join(ROOT, folder)).map((name) => [`${folder}/${name}`, readJson(folder, name, 'package.json').version]);

/** What an expression of Compose or of Bake is when no variable is set. */
const defaultsIn = (text) => [...text.matchAll(/\$\{CRUMBTRAIL_VERSION:-([^}]*)\}/g)].map(([, value]) => value);

describe('the version', () => {
  it('is the same in every package', () => {
    const packages = [...versionsOf('libs'), ...versionsOf('services')];
    expect(packages.filter(([, one]) => one !== version)).toEqual([]);
    expect(packages.length).toBeGreaterThan(15);
  });

  it('is what Compose and the chart start and Bake builds', () => {
    const chart = readYaml('deploy/helm/crumbtrail/Chart.yaml');
    const compose = ['docker-compose.yml', 'deploy/compose.readers.yml'].flatMap((file) => defaultsIn(readText(file)));
    const named = [chart.version, chart.appVersion, bake.variable.VERSION.default, ...compose];
    expect([...new Set(named)]).toEqual([version]);
    expect(compose.length).toBeGreaterThan(2);
  });
});

describe('the image that Bake builds', () => {
  const { service } = bake.target;

  it('is the stage that Compose builds, from the same base', () => {
    const { build } = readYaml('docker-compose.yml')['x-service'];
    expect(service).toMatchObject({ context: build.context, dockerfile: build.dockerfile, target: build.target });
    expect(dockerfile).toContain(`AS ${service.target}\n`);
    expect(dockerfile).toContain(`ARG NODE_IMAGE=${bake.variable.NODE_IMAGE.default}\n`);
  });

  it('passes on only arguments that the Dockerfile declares, and variables that exist', () => {
    for (const name of Object.keys(service.args)) expect(dockerfile).toMatch(new RegExp(`^ARG ${name}=`, 'm'));
    const used = [...JSON.stringify(service).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
    expect([...new Set(used)].sort()).toEqual(Object.keys(bake.variable).sort());
  });

  it('is for both platforms, with an SBOM and its provenance', () => {
    expect(service.platforms).toEqual(['linux/amd64', 'linux/arm64']);
    expect(service.attest).toEqual(['type=provenance,mode=max', 'type=sbom']);
  });
});
