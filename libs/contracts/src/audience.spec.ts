import { replyAudience } from './audience';

const author = { kind: 'user', id: 'alice' } as const;

describe('replyAudience', () => {
  it('is the audience of the message', () => {
    expect(replyAudience({ audience: 'all', author })).toBe('all');
    expect(replyAudience({ audience: 'agents', author })).toBe('agents');
  });

  it('includes the author of the message when it is a list', () => {
    expect(replyAudience({ audience: ['assistant'], author })).toEqual(['assistant', 'alice']);
    expect(replyAudience({ audience: ['alice', 'assistant'], author })).toEqual(['alice', 'assistant']);
  });
});
