const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { FsTree } = require('nx/src/generators/tree');
const { parse } = require('yaml');
const agentGenerator = require('./agent/generator.js');
const { CHART_VALUES, withChartService, withoutChartService } = require('./places.js');

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

describe('the places of an agent', () => {
  it('are a service of the Helm chart too, and removing the agent leaves the values as they were', () => {
    const before = readFileSync(join(root, CHART_VALUES), 'utf8');
    const after = withChartService(before, 'weather');
    expect(parse(after).services).toEqual({
      ...parse(before).services,
      weather: { model: true, reaches: ['outside'] },
    });
    expect(withoutChartService(after, 'weather')).toBe(before);
  });

  it('cannot be added to values without the line that marks them', () => {
    expect(() => withChartService('services: {}\n', 'weather')).toThrow('"# agents"');
  });
});
