import { nkeys } from 'nats';
import { explainAgentToken, formatSize, isSameProtocol, parseSize } from './addresses';
import { SenderCheck, signedBytes } from './agent-sender';
import { parsePrompt } from './prompt-envelope';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('sizes of the agent protocol', () => {
  it.each([
    [1, '1B'],
    [1024, '1KB'],
    [1536, '1536B'],
    [1024 * 1024, '1MB'],
    [64 * 1024, '64KB'],
    [2 * 1024 ** 3, '2GB'],
  ])('%d bytes are %s, and read back', (size, text) => {
    expect([formatSize(size), parseSize(text)]).toEqual([text, size]);
  });

  it.each(['0MB', '1.5MB', '-1B', '1mb', '1', 'MB'])('%s is no size', (text) => {
    expect(parseSize(text)).toBeUndefined();
  });
});

describe('a name as a part of subjects', () => {
  it.each(['scribe', 'a-b_c9', 'x'.repeat(63)])('%s is possible', (name) => {
    expect(explainAgentToken(name)).toBeUndefined();
  });
  it.each(['', 'a.b', 'A', '$x', '*', '>', 'x'.repeat(64)])('"%s" is not', (name) => {
    expect(explainAgentToken(name)).toMatch(/^has /);
  });
});

it('versions are of the same protocol if major and minor are the same', () => {
  expect(['0.3', '0.3.1', '0.2', '1.3', '0.30'].map(isSameProtocol)).toEqual([true, true, false, false, false]);
});

describe('a prompt', () => {
  it('keeps the white space and every character of a plain text', () => {
    expect(parsePrompt(bytes(' \n ä[]'))).toEqual({ prompt: ' \n ä[]', attachments: [], more: {} });
  });

  it('keeps fields that nobody knows', () => {
    const text = '{"prompt":"a","x":{"y":1},"attachments":[{"filename":"f","content":"","z":2}]}';
    expect(parsePrompt(bytes(text))).toEqual({
      prompt: 'a',
      attachments: [{ filename: 'f', content: '' }],
      more: { x: { y: 1 } },
    });
  });

  it('takes an attachment of megabytes', () => {
    const content = Buffer.alloc(3_000_000, 7).toString('base64');
    expect(
      parsePrompt(bytes(JSON.stringify({ prompt: 'a', attachments: [{ filename: 'f', content }] }))).attachments,
    ).toHaveLength(1);
  });

  it.each([
    ['nothing', ''],
    ['a list', '{"prompt":"a","attachments":{}}'],
    ['a number as prompt', '{"prompt":1}'],
    ['white space in base64', '{"prompt":"a","attachments":[{"filename":"f","content":"YWFh YWFh"}]}'],
    ['padding in the middle', `{"prompt":"a","attachments":[{"filename":"f","content":"${'YQ=='.repeat(2_000)}"}]}`],
  ])('with %s is malformed', (_, text) => {
    expect(() => parsePrompt(bytes(text))).toThrow(expect.objectContaining({ status: 400 }) as Error);
  });

  it('that is not UTF-8 is malformed', () => {
    expect(() => parsePrompt(new Uint8Array([0xff, 0x61]))).toThrow('not UTF-8');
  });
});

describe('the sender of a message', () => {
  const now = Date.parse('2026-11-28T12:00:00Z');
  const pair = nkeys.createUser();
  const user = pair.getPublicKey();
  const subject = 'agents.prompt.a.b.c';
  const payload = bytes('hello');
  const fields = { account: 'ACME', user, sub: subject, ts: '2026-11-28T12:00:20.5Z', nonce: 'n-1' };
  const sign = (more: Partial<typeof fields> = {}): Record<string, unknown> => {
    const signed = { ...fields, ...more };
    return { v: 1, ...signed, sig: Buffer.from(pair.sign(signedBytes(signed, payload))).toString('base64url') };
  };
  const classify = (header: unknown, check = new SenderCheck(() => now)) =>
    check.classify(header === undefined ? undefined : JSON.stringify(header), { subject, payload });

  it('is absent without a header, and with one of another version', () => {
    expect([classify(undefined), classify({ v: 2 })]).toEqual([{ trust: 'absent' }, { trust: 'absent' }]);
  });

  it('is claimed without a signature, and verified with one; fields that nobody knows are left alone', () => {
    const { sig: _, ...claim } = sign();
    expect(classify({ ...claim, name: 'Ann', more: 1 })).toEqual({
      trust: 'claimed',
      user,
      account: 'ACME',
      name: 'Ann',
    });
    expect(classify({ ...sign(), more: 1 })).toEqual({ trust: 'verified', user, account: 'ACME' });
  });

  it('may not use a nonce twice, also not of a signature that is older than another', () => {
    const check = new SenderCheck(() => now);
    classify(sign(), check);
    expect(() => classify(sign({ ts: '2026-11-28T12:00:10Z' }), check)).toThrow('arrived before');
    expect(classify(sign({ nonce: 'n-2' }), check).trust).toBe('verified');
  });

  it.each<[string, number, unknown]>([
    ['31 s old', 401, sign({ ts: '2026-11-28T11:59:29Z' })],
    ['31 s from the future', 401, sign({ ts: '2026-11-28T12:00:31Z' })],
    ['for another subject', 401, sign({ sub: 'agents.hb.a.b.c' })],
    ['with another account than it was signed with', 401, { ...sign(), account: 'OTHER' }],
    ['with another nonce than it was signed with', 401, { ...sign(), nonce: 'n-9' }],
    ['with a version in letters', 400, { ...sign(), v: '1' }],
    ['without a version', 400, { account: 'A', user }],
    ['with a user in lower case', 400, { ...sign(), user: user.toLowerCase() }],
    [
      'with a user whose checksum is wrong',
      400,
      { ...sign(), user: `${user.slice(0, -1)}${user.endsWith('A') ? 'B' : 'A'}` },
    ],
    ['with an account that looks like a key and is none', 400, { ...sign(), account: `A${user.slice(1)}` }],
    ['with an account with a dot', 400, { ...sign(), account: 'a.b' }],
    ['with a local time', 400, { ...sign(), ts: '2026-11-28T12:00:00' }],
    ['with a nonce with a space', 400, { ...sign(), nonce: 'a b' }],
    ['with a signature that is too short', 400, { ...sign(), sig: 'AAAA' }],
    ['with a list', 400, []],
  ])('%s is refused', (_, status, header) => {
    expect(() => classify(header)).toThrow(expect.objectContaining({ status }) as Error);
  });
});
