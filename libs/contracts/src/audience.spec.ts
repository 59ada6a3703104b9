import { mayInform, replyAudience } from './audience';

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

  it('includes the author of a message whose audience has as many names as an audience may have', () => {
    const audience = Array.from({ length: 64 }, (_, n) => `reader-${n}`);
    const readers = replyAudience({ audience, author });
    expect(readers).toEqual([...audience, 'alice']);
    const secret = { audience, author: { kind: 'user', id: 'reader-0' } } as const;
    expect(mayInform(secret, readers)).toBe(false);
  });
});
