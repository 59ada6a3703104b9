import { whatFailed, whyItFailed } from './why';

const letter = {
  station: 'agent-executor',
  durable: 'agent-executor-contexts',
  event: { position: 12, schema_name: 'agent.context.v1', kind: 'created' },
  deliveries: 5,
  error: { name: 'Error', message: 'the model said no' },
};

describe('a dead letter in words', () => {
  it('says who was given what, and how often', () => {
    expect(whatFailed(letter)).toBe('agent-executor was given a new agent.context.v1 5 times and could not handle it.');
    expect(whatFailed({ ...letter, deliveries: 1, event: { position: 1 } })).toBe(
      'agent-executor was given an event once and could not handle it.',
    );
  });

  it('says why as it was said, with its name where that tells more', () => {
    const why = (name: string, message: string): string => whyItFailed({ ...letter, error: { name, message } });
    expect(why('Error', 'the model said no')).toBe('the model said no');
    expect(why('CrumbError', 'not_found')).toBe('CrumbError: not_found');
    expect(why('Error', ' ')).toBe('It gave no reason.');
  });
});
