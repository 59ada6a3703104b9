const { execFileSync } = require('node:child_process');
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { rendered, ROOT } = require('./deploy-files.js');

/** The types that kubernetes-types prints from the OpenAPI document of Kubernetes. */
const TYPES = {
  Deployment: 'apps/v1',
  Job: 'batch/v1',
  Ingress: 'networking/v1',
  NetworkPolicy: 'networking/v1',
  PodDisruptionBudget: 'policy/v1',
  Pod: 'core/v1',
  Service: 'core/v1',
};
/** Kinds of operators, whose types are not part of Kubernetes. */
const CUSTOM = ['PodMonitor', 'ScaledObject'];

/** Each manifest as a typed literal: TypeScript refuses fields that do not exist, missing ones and wrong types. */
const asSource = (manifests) =>
  manifests
    .map(
      (manifest, at) =>
        `const _${at}: import('kubernetes-types/${TYPES[manifest.kind]}').${manifest.kind} = ${JSON.stringify(manifest)};`,
    )
    .join('\n');

describe('the types of Kubernetes', () => {
  let folder;
  beforeEach(() => {
    // Inside the repository, so that kubernetes-types is found.
    folder = mkdtempSync(join(ROOT, 'node_modules', '.chart-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const compile = (manifests) => {
    writeFileSync(join(folder, 'manifests.ts'), `${asSource(manifests)}\nexport {};\n`);
    const compiler = join(ROOT, 'node_modules/@typescript/native/bin/tsc');
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext'];
    try {
      execFileSync(process.execPath, [compiler, ...options, join(folder, 'manifests.ts')]);
      return 'valid';
    } catch (error) {
      return String(error.stdout);
    }
  };

  it('accept every manifest of the rendered example', () => {
    const manifests = rendered().filter(({ kind }) => !CUSTOM.includes(kind));
    expect(manifests.filter(({ kind }) => !(kind in TYPES))).toEqual([]);
    expect(compile(manifests)).toBe('valid');
  });

  it('refuse a field that Kubernetes does not have', () => {
    const [deployment] = rendered().filter(({ kind }) => kind === 'Deployment');
    deployment.spec.template.spec.containers[0].readynessProbe = {};
    expect(compile([deployment])).toContain('readynessProbe');
  });
});
