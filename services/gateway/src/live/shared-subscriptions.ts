/** Subscribes; returns a function that unsubscribes. */
export type StartListening<T> = (hear: (heard: T) => void) => () => void;

/** Shares one subscription per name among many listeners; it ends with the last listener. */
export class SharedSubscriptions<T> {
  private readonly shared = new Map<string, { readonly hearers: Set<(heard: T) => void>; readonly stop: () => void }>();

  constructor(private readonly listenTo: (name: string) => StartListening<T>) {}

  /** Adds a listener for a name; returns a function that removes it. */
  subscribe(name: string, hearer: (heard: T) => void): () => void {
    const one = this.shared.get(name) ?? this.begin(name);
    // Wrapped each time, because the same function may be added twice.
    const own = (heard: T): void => hearer(heard);
    one.hearers.add(own);
    return () => {
      if (!one.hearers.delete(own) || one.hearers.size > 0) return;
      this.shared.delete(name);
      one.stop();
    };
  }

  private begin(name: string): { hearers: Set<(heard: T) => void>; stop: () => void } {
    const hearers = new Set<(heard: T) => void>();
    const stop = this.listenTo(name)((heard) => hearers.forEach((hearer) => hearer(heard)));
    const one = { hearers, stop };
    this.shared.set(name, one);
    return one;
  }
}
