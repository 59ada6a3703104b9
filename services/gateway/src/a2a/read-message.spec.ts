import { ignoredFields } from './read-message';

test('fields of a message that change nothing are named, in either spelling of the protocol, and those that are used are not', () => {
  const used = {
    message: { message_id: 'a', role: 'ROLE_USER', parts: [{ text: 'hi', mediaType: 'text/plain' }], contextId: 'c' },
    configuration: { return_immediately: true, historyLength: 1 },
  };
  expect(ignoredFields(used)).toEqual([]);
  const more = {
    ...used,
    mood: 'good',
    tenant: 't',
    message: { ...used.message, reference_task_ids: [], parts: [{ text: 'hi', colour: 'red' }] },
    configuration: { acceptedOutputModes: ['text/plain'], 'ü\n': 1 },
  };
  expect(ignoredFields(more)).toEqual([
    'mood',
    'tenant',
    'message.reference_task_ids',
    'message.parts[0].colour',
    'configuration.acceptedOutputModes',
    'configuration.??',
  ]);
  expect([undefined, null, [], 'x'].flatMap(ignoredFields)).toEqual([]);
});
