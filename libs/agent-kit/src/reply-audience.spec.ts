import { replyAudience } from './reply-audience';

const author = { kind: 'user', id: 'alice' } as const;

describe('the audience of an answer', () => {
  it('is that of what it answers', () => {
    expect(replyAudience({ audience: 'all', author })).toBe('all');
    expect(replyAudience({ audience: 'agents', author })).toBe('agents');
  });

  it('holds the one who asked, when it is a list', () => {
    expect(replyAudience({ audience: ['assistant'], author })).toEqual(['assistant', 'alice']);
    expect(replyAudience({ audience: ['alice', 'assistant'], author })).toEqual(['alice', 'assistant']);
  });
});
