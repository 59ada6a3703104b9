const { join } = require('node:path');
const { FsTree } = require('nx/src/generators/tree');
const agentGenerator = require('./agent/generator.js');

const root = join(__dirname, '../..');

describe('the generator of an agent', () => {
  it.each([
    ['Weather', 'is not a valid agent name'],
    ['gateway', 'services/gateway already exists'],
    ['../weather', 'is not a valid agent name'],
    ['a--b', 'is not a valid agent name'],
    ['constructor', 'is a reserved word in JavaScript'],
    ['pool', 'is an agent that every Crumbtrail already has'],
    ['assistant', 'is an agent that every Crumbtrail already has'],
    ['tool-runner-parts', 'ends with a suffix that is reserved'],
    ['weather-results', 'ends with a suffix that is reserved'],
    ['nats', 'is already used in docker-compose.yml'],
    ['postgres', 'is already used in docker-compose.yml'],
  ])('rejects the name %s, and changes no file', async (name, why) => {
    const tree = new FsTree(root, false);
    await expect(agentGenerator(tree, { name })).rejects.toThrow(why);
    expect(tree.listChanges()).toEqual([]);
  });
});
