import { describeFailure, describeCause } from './describe-failure';

const letter = {
  station: 'agent-executor',
  durable: 'agent-executor-contexts',
  event: { position: 12, schema_name: 'agent.context.v1', kind: 'created' },
  deliveries: 5,
  error: { name: 'Error', message: 'the model said no' },
};

describe('a dead letter', () => {
  it('describeFailure names the service, the event and the number of attempts', () => {
    expect(describeFailure(letter)).toBe('agent-executor failed to process a new agent.context.v1 (5 attempts).');
    expect(describeFailure({ ...letter, deliveries: 1, event: { position: 1 } })).toBe(
      'agent-executor failed to process an event (1 attempt).',
    );
  });

  it('describeCause shows the message, with the name of the error where it adds information', () => {
    const why = (name: string, message: string): string => describeCause({ ...letter, error: { name, message } });
    expect(why('Error', 'the model said no')).toBe('the model said no');
    expect(why('CrumbError', 'not_found')).toBe('CrumbError: not_found');
    expect(why('Error', ' ')).toBe('No reason given.');
  });
});
