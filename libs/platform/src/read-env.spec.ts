import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { InvalidEnvironment, readEnv, serviceEnv, serviceSettings } from './read-env';

const shape = z.object({
  PORT: z.coerce.number().int().max(65_535).default(7070),
  MODEL_NAME: z.string(),
  MODEL_API_KEY: z.string().optional(),
});
let folder: string;
const file = (text: string | Buffer): string => {
  const path = join(folder, 'secret');
  writeFileSync(path, text);
  return path;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crumbtrail-env-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('environment', () => {
  it('is read into typed values, with defaults, and without undeclared variables', () => {
    expect(readEnv(shape, { PORT: '8080', MODEL_NAME: 'm', HOME: '/root' })).toEqual({ PORT: 8080, MODEL_NAME: 'm' });
    expect(readEnv(shape, { MODEL_NAME: 'm' }).PORT).toBe(7070);
  });

  it('is refused with every bad variable by name, and without its value', () => {
    const read = (): unknown => readEnv(shape, { PORT: 'sesame', MODEL_API_KEY_FILE: '/nowhere/key' });
    expect(read).toThrow(InvalidEnvironment);
    expect(read).toThrow(/PORT is wrong/);
    expect(read).toThrow(/MODEL_NAME is missing/);
    expect(read).toThrow(/MODEL_API_KEY_FILE cannot be read/);
    expect(read).not.toThrow(/sesame/);
  });

  it('counts an empty variable as unset', () => {
    expect(() => readEnv(shape, { MODEL_NAME: '' })).toThrow(/MODEL_NAME is missing/);
    expect(readEnv(shape, { PORT: '', MODEL_NAME: 'm' }).PORT).toBe(7070);
  });

  it('may give a secret in a file, whose last line break is dropped', () => {
    const env = { MODEL_NAME: 'm', MODEL_API_KEY_FILE: file(' key with spaces \n') };
    expect(readEnv(shape, env).MODEL_API_KEY).toBe(' key with spaces ');
  });

  it.each([
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffsesame\r\n')],
    ['UTF-16, as PowerShell writes it', Buffer.from('\ufeffsesame\r\n', 'utf16le')],
  ])('may give a secret in a file of %s', (_, bytes) => {
    expect(readEnv(shape, { MODEL_NAME: 'm', MODEL_API_KEY_FILE: file(bytes) }).MODEL_API_KEY).toBe('sesame');
  });

  it('is refused when it gives a secret twice', () => {
    const env = { MODEL_NAME: 'm', MODEL_API_KEY: 'a', MODEL_API_KEY_FILE: file('b') };
    expect(() => readEnv(shape, env)).toThrow(/MODEL_API_KEY is given twice/);
  });

  it('of a service groups how it connects to NATS: TLS only where certificates are given', () => {
    const nats = (env: Record<string, string>) => serviceSettings(readEnv(serviceEnv, env)).nats;
    expect(nats({ NATS_USER: 'u', NATS_PASSWORD: 'p' })).toEqual({
      servers: 'nats://127.0.0.1:4222',
      user: 'u',
      password: 'p',
    });
    const pair = { NATS_TLS_CERT: 'cert', NATS_TLS_KEY: 'key' };
    expect(nats({ NATS_TLS_CA_FILE: file('ca\n'), ...pair }).tls).toEqual({ ca: 'ca', cert: 'cert', key: 'key' });
    expect(nats({ NATS_CREDS: 'jwt and seed' })).toMatchObject({ credentials: 'jwt and seed' });
  });

  it.each([
    [{ NATS_TLS_CERT: 'cert' }, /NATS_TLS_CERT and NATS_TLS_KEY belong together/],
    [{ NATS_TLS_KEY: 'key' }, /NATS_TLS_CERT and NATS_TLS_KEY belong together/],
    [{ NATS_CREDS: 'c', NATS_USER: 'u' }, /NATS_CREDS is given besides NATS_USER/],
  ])('of a service that contradict each other are refused: %j', (env, message) => {
    expect(() => serviceSettings(readEnv(serviceEnv, env))).toThrow(message);
  });

  it('of a service may be empty', () => {
    expect(readEnv(serviceEnv, {})).toEqual({
      NATS_URL: 'nats://127.0.0.1:4222',
      LOG_LEVEL: 'info',
      ACK_WAIT_MS: 30_000,
      CLAIM_TTL_MS: 30_000,
    });
  });
});
