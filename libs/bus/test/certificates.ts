import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** DER: a tag, the length of the content, the content. */
function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const bytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

const sequence = (...contents: Uint8Array[]): Buffer => der(0x30, ...contents);
const set = (...contents: Uint8Array[]): Buffer => der(0x31, ...contents);
const octets = (content: Uint8Array): Buffer => der(0x04, content);
const bits = (content: Uint8Array): Buffer => der(0x03, Buffer.from([0]), content);
const yes = der(0x01, Buffer.from([0xff]));
const time = (date: Date): Buffer => {
  const digits = date.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
};

/** Object identifiers, encoded. */
const OID = {
  commonName: Buffer.from('0603550403', 'hex'),
  ecdsaWithSha256: Buffer.from('06082a8648ce3d040302', 'hex'),
  basicConstraints: Buffer.from('0603551d13', 'hex'),
  subjectAltName: Buffer.from('0603551d11', 'hex'),
};

const named = (name: string): Buffer => sequence(set(sequence(OID.commonName, der(0x0c, Buffer.from(name)))));
const pem = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${(bytes.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END ${label}-----\n`;

const DAY_MS = 86_400_000;

/** A certificate and its private key, as PEM texts. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority for one test: what it signs is valid for a day, for 127.0.0.1 and localhost. */
export class CertificateAuthority {
  private readonly key: KeyObject;
  /** Its own certificate. */
  readonly cert: string;

  constructor(private readonly name: string) {
    this.key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const constraints = sequence(OID.basicConstraints, yes, octets(sequence(yes)));
    this.cert = this.issue(name, createPublicKey(this.key), constraints);
  }

  /** A certificate of a server or a client. */
  sign(name: string): Certificate {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const address = der(0x87, Buffer.from([127, 0, 0, 1]));
    const host = der(0x82, Buffer.from('localhost'));
    const names = sequence(OID.subjectAltName, octets(sequence(address, host)));
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    return { cert: this.issue(name, publicKey, names), key };
  }

  private issue(subject: string, publicKey: KeyObject, extension: Buffer): string {
    const now = Date.now();
    const algorithm = sequence(OID.ecdsaWithSha256);
    const content = sequence(
      der(0xa0, der(0x02, Buffer.from([2]))),
      der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
      algorithm,
      named(this.name),
      sequence(time(new Date(now - DAY_MS)), time(new Date(now + DAY_MS))),
      named(subject),
      publicKey.export({ type: 'spki', format: 'der' }),
      der(0xa3, sequence(extension)),
    );
    return pem('CERTIFICATE', sequence(content, algorithm, bits(sign('sha256', content, this.key))));
  }
}
