import { mayInform, narrowReaders, replyAudience } from './audience';

const author = { kind: 'user', id: 'alice' } as const;

describe('replyAudience', () => {
  it('is the audience of the message', () => {
    expect(replyAudience({ audience: 'all', author })).toBe('all');
    expect(replyAudience({ audience: 'agents', author })).toBe('agents');
  });

  it('is everybody where a private trigger informs all, and not where another crumb for agents does', () => {
    const trigger = { audience: 'agents', author, schema_name: 'agent.trigger.v1' } as const;
    expect(replyAudience({ ...trigger, informs: true })).toBe('all');
    expect(replyAudience(trigger)).toBe('agents');
    expect(replyAudience({ ...trigger, informs: true, schema_name: 'note.v1' })).toBe('agents');
    expect(replyAudience({ ...trigger, informs: true, audience: ['agent:bob'] })).toEqual(['agent:bob', 'user:alice']);
  });

  it('includes the author of the message when it is a list', () => {
    expect(replyAudience({ audience: ['agent:assistant'], author })).toEqual(['agent:assistant', 'user:alice']);
    expect(replyAudience({ audience: ['user:alice', 'agent:assistant'], author })).toEqual([
      'user:alice',
      'agent:assistant',
    ]);
  });

  it('includes the author of a message whose audience has as many names as an audience may have', () => {
    const audience = Array.from({ length: 64 }, (_, n) => `user:reader-${n}`);
    const readers = replyAudience({ audience, author });
    expect(readers).toEqual([...audience, 'user:alice']);
    const secret = { audience, author: { kind: 'user', id: 'reader-0' } } as const;
    expect(mayInform(secret, readers)).toBe(false);
  });
});

describe('narrowReaders', () => {
  it('keeps the readers of an answer who may read the text as well', () => {
    const secret = { audience: ['agent:assistant', 'user:bob'], author } as const;
    expect(narrowReaders('all', { audience: 'all', author })).toBe('all');
    expect(narrowReaders('all', secret)).toEqual(['agent:assistant', 'user:bob', 'user:alice']);
    expect(narrowReaders(['user:alice', 'user:carol', 'agent:assistant'], secret)).toEqual([
      'user:alice',
      'agent:assistant',
    ]);
    expect(narrowReaders(['user:carol', 'agent:alice'], secret)).toEqual([]);
  });

  it('keeps everybody where the text is written to inform everybody', () => {
    expect(narrowReaders('all', { audience: ['agent:assistant'], author, informs: 'all' })).toBe('all');
  });

  it('keeps only the author of a text for agents, because no audience names agents and one person', () => {
    expect(narrowReaders('all', { audience: 'agents', author })).toEqual(['user:alice']);
  });
});
