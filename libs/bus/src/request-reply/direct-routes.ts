/** A complete request. */
export interface IncomingRequest {
  readonly subject: string;
  readonly body: Uint8Array;
  readonly header: (name: string) => string | undefined;
}

/** Answers a request with the bytes of the reply. It never rejects. */
export type AnswerDirectly = (asked: IncomingRequest) => Promise<Uint8Array>;

/** What all requests of an operation begin with; the workspace and the sender follow. */
const targetOf = (subject: string): string => subject.split('.').slice(0, -2).join('.');

/** The requests that the services of one process answer. The key is where a service is connected and what it subscribes to. */
export class DirectRoutes {
  private readonly routes = new Map<string, Set<AnswerDirectly>>();

  /** Adds a route; returns how to remove it. */
  add(servers: string, pattern: string, answer: AnswerDirectly): () => void {
    const key = `${servers} ${targetOf(pattern)}`;
    const here = this.routes.get(key) ?? new Set();
    this.routes.set(key, here.add(answer));
    return () => void here.delete(answer);
  }

  /** Who answers requests on this subject here; undefined: nobody does. */
  find(servers: string, subject: string): AnswerDirectly | undefined {
    return this.routes
      .get(`${servers} ${targetOf(subject)}`)
      ?.values()
      .next().value;
  }
}

/** Those of this process. */
export const directRoutes = new DirectRoutes();
