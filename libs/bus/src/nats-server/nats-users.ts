import { defaultDurables, natsGrants } from './grants';

/** A user of nats-server without its password, in the words of nats.conf, which is a superset of JSON. */
export interface NatsUserPermissions {
  readonly user: string;
  readonly permissions: {
    readonly publish: { readonly allow: readonly string[] };
    readonly subscribe: { readonly allow: readonly string[] };
    readonly allow_responses?: { readonly max: number; readonly expires: string };
  };
}

/** What the broker lets each of these services do, for a configuration that another tool writes, such as a Helm chart of NATS. */
export function natsUserPermissions(services: readonly string[]): NatsUserPermissions[] {
  return services.map((user) => {
    const { publish, subscribe, responses } = natsGrants(user, defaultDurables(user), services);
    const answers = responses ? { allow_responses: responses } : {};
    return { user, permissions: { publish: { allow: publish }, subscribe: { allow: subscribe }, ...answers } };
  });
}
