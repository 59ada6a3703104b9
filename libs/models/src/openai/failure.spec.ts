import { failedAttempt } from './failure';

const failed = (code: string, message: string): string => {
  const cause = Object.assign(new Error(message), { code });
  const error = new Error('Connection error.', { cause: new TypeError('fetch failed', { cause }) });
  return failedAttempt(error, { started: false, now: 0 }).failure.message;
};

describe('a server of a model that cannot be reached', () => {
  it.each(['ENOTFOUND', 'EAI_AGAIN'])('is told apart by what failed: DNS, for %s', (code) => {
    expect(failed(code, 'getaddrinfo models.invalid')).toBe(
      `The model's server cannot be reached: DNS does not know its name, or does not answer; check the base URL (${code} getaddrinfo models.invalid).`,
    );
  });

  it.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
  ])('is told apart by what failed: TLS, for %s', (code) =>
    expect(failed(code, 'why')).toContain('cannot be reached over TLS: check its certificate'),
  );

  it('is told with the reason alone where neither failed', () => {
    expect(failed('ECONNREFUSED', 'connect 127.0.0.1:9')).toBe(
      "The model's server cannot be reached (ECONNREFUSED connect 127.0.0.1:9).",
    );
    expect(failed('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:9')).toBe(
      "The model's server cannot be reached (connect ECONNREFUSED 127.0.0.1:9).",
    );
  });
});
