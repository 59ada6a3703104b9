/** Begins to listen; returns how to stop. */
export type StartListening<T> = (hear: (heard: T) => void) => () => void;

/** Many listeners of the same thing behind one subscription a name, which lives as long as anybody listens. */
export class SharedSubscriptions<T> {
  private readonly shared = new Map<string, { readonly hearers: Set<(heard: T) => void>; readonly stop: () => void }>();

  constructor(private readonly listenTo: (name: string) => StartListening<T>) {}

  /** Hears what goes by that name; returns how to stop. */
  subscribe(name: string, hearer: (heard: T) => void): () => void {
    const one = this.shared.get(name) ?? this.begin(name);
    // A hearer of its own each time: the same function may listen twice.
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
