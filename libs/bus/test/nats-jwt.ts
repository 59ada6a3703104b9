import { randomUUID } from 'node:crypto';
import { nkeys } from 'nats';
import { defaultDurables, natsGrants } from '../src/nats-server/grants';

type Keys = ReturnType<typeof nkeys.createUser>;

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JWT as nats-server reads it, signed by `issuer`. */
function signClaims(issuer: Keys, subject: Keys, name: string, nats: object): string {
  const claims = { jti: randomUUID(), iat: Math.floor(Date.now() / 1000), iss: issuer.getPublicKey(), name };
  const content = `${encode({ typ: 'JWT', alg: 'ed25519-nkey' })}.${encode({ ...claims, sub: subject.getPublicKey(), nats })}`;
  return `${content}.${Buffer.from(issuer.sign(Buffer.from(content))).toString('base64url')}`;
}

const UNLIMITED = { subs: -1, data: -1, payload: -1 };
const ACCOUNT_LIMITS = {
  ...UNLIMITED,
  conn: -1,
  leaf: -1,
  imports: -1,
  exports: -1,
  wildcards: true,
  mem_storage: -1,
  disk_storage: -1,
  streams: -1,
  consumer: -1,
};

/** An operator with one account, whose users log in with credentials: what `nsc` makes. */
export class NatsOperator {
  private readonly operator = nkeys.createOperator();
  private readonly account = nkeys.createAccount();
  /** JetStream needs an account for the server's own messages. */
  private readonly system = nkeys.createAccount();

  /** The lines of nats.conf that trust this operator, instead of its `authorization`. */
  get config(): string {
    const operator = signClaims(this.operator, this.operator, 'operator', { type: 'operator', version: 2 });
    const preload = [
      this.accountLine(this.account, 'crumbtrail', ACCOUNT_LIMITS),
      this.accountLine(this.system, 'system', { ...ACCOUNT_LIMITS, mem_storage: 0, disk_storage: 0 }),
    ];
    return [
      `operator: ${operator}`,
      `system_account: ${this.system.getPublicKey()}`,
      'resolver: MEMORY',
      `resolver_preload: {\n${preload.join('\n')}\n}`,
      '',
    ].join('\n');
  }

  private accountLine(account: Keys, name: string, limits: object): string {
    const jwt = signClaims(this.operator, account, name, { limits, type: 'account', version: 2 });
    return `  ${account.getPublicKey()}: ${jwt}`;
  }

  /** The text of a credentials file for a service, with the permissions that libs/bus grants it. */
  credentials(service: string, services: readonly string[]): string {
    const user = nkeys.createUser();
    const { publish, subscribe, responses } = natsGrants(service, defaultDurables(service), services);
    const answers = responses ? { resp: { max: responses.max, ttl: 60_000_000_000 } } : {};
    const permissions = { pub: { allow: publish }, sub: { allow: subscribe }, ...answers };
    const jwt = signClaims(this.account, user, service, { ...permissions, ...UNLIMITED, type: 'user', version: 2 });
    const seed = Buffer.from(user.getSeed()).toString();
    return [
      '-----BEGIN NATS USER JWT-----',
      jwt,
      '------END NATS USER JWT------',
      '',
      '-----BEGIN USER NKEY SEED-----',
      seed,
      '------END USER NKEY SEED------',
      '',
    ].join('\n');
  }
}
