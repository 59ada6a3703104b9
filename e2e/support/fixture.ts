import { SharedStack, TestStack, type StackSettings } from '@crumbtrail/testing';

/** Starting a stack takes some seconds, several times that on a busy machine. */
const START_WITHIN_MS = 120_000;

/**
 * Creates a value before the tests around this call, and disposes of it after them. The result stands for that value while
 * tests run, so a spec needs no variable that one test could set and another read. `withinMs` is how long it may take to create.
 */
export function useFixture<Value extends object>(
  create: () => Promise<Value> | Value,
  dispose?: (value: Value) => unknown,
  withinMs = START_WITHIN_MS,
): Value {
  let created: Value | undefined;
  let why = 'is read before the tests begin';
  beforeAll(async () => {
    why = `was not made within ${withinMs / 1000} s`;
    created = await Promise.resolve(create()).catch((error: unknown) => {
      why = `could not be made: ${error instanceof Error ? error.message : String(error)}`;
      throw error;
    });
  }, withinMs);
  afterAll(async () => {
    if (created && dispose) await dispose(created);
  });
  const read = (_target: object, property: string | symbol): unknown => {
    if (!created) throw new Error(`What the tests need ${why} (its "${String(property)}" is read).`);
    const value: unknown = Reflect.get(created, property, created);
    return typeof value === 'function' ? (value as (...args: never[]) => unknown).bind(created) : value;
  };
  return new Proxy<Value>({} as Value, { get: read });
}

/** Starts a stack before the tests around this call, and stops it after them. Settings may be computed when it starts. */
export function useStack(settings: StackSettings | (() => Promise<StackSettings> | StackSettings) = {}): TestStack {
  const resolve = typeof settings === 'function' ? settings : () => settings;
  return useFixture(
    async () => TestStack.start(await resolve()),
    (stack) => stack.stop(),
  );
}

/** What a test uses of a stack that others use too. */
export type StackInUse = Pick<TestStack, 'api' | 'key' | 'installationKey' | 'model'>;

/**
 * A workspace of this spec file alone, in a stack with the default settings that spec files share, because starting one takes longer than most of them run. A spec that kills or counts processes, reads
 * their files, or needs other settings or the workspace `default`, takes {@link useStack}.
 */
export function useSharedStack(): SharedStack {
  return useFixture(
    () => SharedStack.enter(),
    (stack) => stack.leave(),
  );
}

/** Sets the default script of a stack's model before each test. */
export function useScript(stack: StackInUse, script: Parameters<TestStack['model']['otherwise']>[0]): void {
  const set = (): void => void stack.model.otherwise(script);
  beforeAll(set);
  beforeEach(set);
}

/** A signal for work that a test does not wait for: new for each test, and aborted when the test is over. */
export function useAbort(): { readonly signal: AbortSignal } {
  let current = new AbortController();
  beforeEach(() => void (current = new AbortController()));
  afterEach(() => current.abort());
  return {
    get signal() {
      return current.signal;
    },
  };
}
