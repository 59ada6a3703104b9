/** Removes what the generator `agent` created. */
const { updateJson } = require('@nx/devkit');
const { uninstalled } = require('../afterwards.js');
const { CHART_VALUES, docsLine, references, unlocked, withoutChartService, withoutService } = require('../places.js');

const INDEX = 'docs/agents/README.md';

function manifestOf(tree, name) {
  const manifest = JSON.parse(tree.read(`services/${name}/package.json`, 'utf8') ?? '{}');
  if (manifest.crumbtrail?.agent === name) return manifest;
  throw new Error(`services/${name} was not created by \`npm run new:agent\`; nothing was removed.`);
}

function withoutDocs(tree, name) {
  tree.delete(`docs/agents/${name}.md`);
  const rest = (tree.read(INDEX, 'utf8') ?? '').replace(docsLine(name), '');
  if (/^- \[/m.test(rest)) tree.write(INDEX, rest);
  else tree.delete(INDEX);
}

async function removeAgentGenerator(tree, { name }) {
  const { name: packageName } = manifestOf(tree, name);
  tree.delete(`services/${name}`);
  tree.delete(`e2e/agents/${name}.e2e.spec.ts`);
  withoutDocs(tree, name);
  for (const [file, path] of Object.entries(references(name))) {
    updateJson(tree, file, (config) => ({
      ...config,
      references: config.references.filter((reference) => reference.path !== path),
    }));
  }
  updateJson(tree, 'package-lock.json', (lock) => unlocked(lock, name, packageName));
  tree.write('docker-compose.yml', withoutService(tree.read('docker-compose.yml', 'utf8'), name));
  tree.write(CHART_VALUES, withoutChartService(tree.read(CHART_VALUES, 'utf8'), name));
  return () => {
    uninstalled(tree.root, { name, packageName });
    console.log(
      `\nservices/${name} is removed. Its crumbs stay in the log. To delete the agent itself, erase its definition; its name cannot be reused after that.`,
    );
  };
}

module.exports = removeAgentGenerator;
