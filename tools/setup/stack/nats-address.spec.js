const { agentsLines } = require('./agents-nats.js');
const { eventLines, eventUsers } = require('./events-nats.js');
const { outsideAddress } = require('./nats-address.js');

const ADDRESS = '127.0.0.1:4222';

test.each([
  ['neither setting', {}, undefined],
  ['AGENTS_NATS', { AGENTS_NATS: ADDRESS }, { host: '127.0.0.1', port: 4222, variable: 'AGENTS_NATS' }],
  ['EVENTS_NATS', { EVENTS_NATS: '[::1]:4222' }, { host: '::1', port: 4222, variable: 'EVENTS_NATS' }],
  ['both', { AGENTS_NATS: ADDRESS, EVENTS_NATS: ADDRESS }, { host: '127.0.0.1', port: 4222, variable: 'AGENTS_NATS' }],
])('with %s, the private nats-server listens for others where that says', (_, env, address) => {
  expect(outsideAddress(env)).toEqual(address);
});

test.each(['AGENTS_NATS', 'EVENTS_NATS'])('a value of %s that is no address is refused by its name', (variable) => {
  for (const value of ['yes', '127.0.0.1', '127.0.0.1:0', '127.0.0.1:70000', 'nats://127.0.0.1:4222'])
    expect(() => outsideAddress({ [variable]: value })).toThrow(`${variable} is ${value}; give an address and a port`);
});

test('two settings with different addresses are refused, because there is one nats-server', () => {
  expect(() => outsideAddress({ AGENTS_NATS: ADDRESS, EVENTS_NATS: '127.0.0.1:4223' })).toThrow('give both the same');
});

test('nobody reads events unless EVENTS_NATS is set, and nothing is printed then', () => {
  expect(eventUsers('/nowhere', {})).toEqual([]);
  expect(eventLines({ home: '/nowhere' }, {})).toEqual([]);
  expect(agentsLines({ home: '/nowhere' }, {})).toEqual([]);
});
