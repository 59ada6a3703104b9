/** Generates an agent that runs as a service, and registers it in the files of the workspace that list services. */
const { join } = require('node:path');
const { formatFiles, generateFiles, joinPathFragments, updateJson } = require('@nx/devkit');
const { installed } = require('../afterwards.js');
const { CHART_VALUES, docsLine, locked, references, withChartService, withService, wordsOf } = require('../places.js');

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const INDEX = 'docs/agents/README.md';
const HEAD =
  '# Agents that run as services\n\nEach was created by `npm run new:agent`; see [how](../guides/add-an-agent.md).\n\n';

/** Suffixes of the durables of services and agents: an agent with such a name could pull from another's durable. */
const DURABLE = /-(?:results|tools|parts|definitions|configs|erased|agents|tries|replays)$/;
/** Names of agents that every installation has. */
const TAKEN = new Set(['pool', 'assistant']);

/** Why a name is already taken; undefined when it is free. */
function meaning(tree, name) {
  if (name in {}) return 'is a reserved word in JavaScript';
  if (TAKEN.has(name)) return 'is an agent that every Crumbtrail already has';
  if (DURABLE.test(name)) return 'ends with a suffix that is reserved for durable consumers';
  const inCompose = new RegExp(`^ {2}${name}:`, 'm').test(text(tree, 'docker-compose.yml'));
  return inCompose ? 'is already used in docker-compose.yml' : undefined;
}

function requireFree(tree, name) {
  if (!NAME.test(name) || name.length > 40) {
    throw new Error(
      `"${name}" is not a valid agent name: use up to 40 of a-z, 0-9 and single dashes, beginning with a letter.`,
    );
  }
  for (const folder of [`services/${name}`, `libs/${name}`]) {
    if (tree.exists(folder)) throw new Error(`${folder} already exists: choose another name, or remove it first.`);
  }
  const why = meaning(tree, name);
  if (why) throw new Error(`"${name}" ${why}: choose another name.`);
}

const text = (tree, path, otherwise = '') => tree.read(path, 'utf8') ?? otherwise;

/** The generator. Nx calls the returned function once the files are written. */
async function agentGenerator(tree, { name }) {
  requireFree(tree, name);
  const words = wordsOf(name);
  generateFiles(tree, join(__dirname, 'files'), '.', words);
  for (const [file, path] of Object.entries(references(name))) {
    updateJson(tree, file, (config) => ({ ...config, references: [...config.references, { path }] }));
  }
  const manifest = JSON.parse(text(tree, joinPathFragments('services', name, 'package.json')));
  updateJson(tree, 'package-lock.json', (lock) => locked(lock, name, manifest));
  tree.write('docker-compose.yml', withService(text(tree, 'docker-compose.yml'), name));
  tree.write(CHART_VALUES, withChartService(text(tree, CHART_VALUES), name));
  tree.write(INDEX, text(tree, INDEX, HEAD) + docsLine(name));
  await formatFiles(tree);
  return () => {
    installed(tree.root, { name, manifest });
    console.log(
      `\nservices/${name} is created. Run it with npm start; docs/agents/${name}.md describes the next steps.`,
    );
  };
}

module.exports = agentGenerator;
