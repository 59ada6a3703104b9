/** Generates an agent as a service, and registers it everywhere it must be known. */
const { join } = require('node:path');
const { formatFiles, generateFiles, joinPathFragments, updateJson } = require('@nx/devkit');
const { installed, printed } = require('../afterwards.js');
const { docsLine, locked, references, withService, wordsOf } = require('../places.js');

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const INDEX = 'docs/agents/README.md';
const HEAD =
  '# Agents that are services\n\nEach was made by `npm run new:agent`; see [how](../guides/add-an-agent.md).\n\n';

/** Suffixes of the durables of services and agents: an agent with such a name could pull from another's durable. */
const DURABLE = /-(?:results|tools|parts|definitions|configs|erased|agents|tries|replays)$/;
/** Who hears turns of agents as data, and the agent that is in every new log. */
const TAKEN = new Set(['pool', 'assistant']);

/** Why a name is already taken; undefined when it is free. */
function meaning(tree, name) {
  if (name in {}) return 'is a word of JavaScript, on which tools stumble';
  if (TAKEN.has(name)) return 'is an agent of every Crumbtrail already';
  if (DURABLE.test(name)) return 'ends like a durable of another agent';
  const inCompose = new RegExp(`^ {2}${name}:`, 'm').test(text(tree, 'docker-compose.yml'));
  return inCompose ? 'is a name in docker-compose.yml already' : undefined;
}

function requireFree(tree, name) {
  if (!NAME.test(name) || name.length > 40) {
    throw new Error(
      `"${name}" is no name for an agent: use up to 40 of a-z, 0-9 and single dashes, beginning with a letter.`,
    );
  }
  for (const folder of [`services/${name}`, `libs/${name}`]) {
    if (tree.exists(folder))
      throw new Error(`There is ${folder} already: choose another name, or remove that one first.`);
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
  tree.write(INDEX, text(tree, INDEX, HEAD) + docsLine(name));
  await formatFiles(tree);
  return () => {
    installed(tree.root, { name, manifest });
    printed(tree.root);
    console.log(`\nservices/${name} is there: npm start runs it, docs/agents/${name}.md says how to go on.`);
  };
}

module.exports = agentGenerator;
