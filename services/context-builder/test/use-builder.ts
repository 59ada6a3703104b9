import type { RunningService } from '@crumbtrail/platform';
import { TestStore } from '@crumbtrail/testing';
import { Scene, startBuilder } from './builder-under-test';

/** What the tests of a file use; read it inside of tests only. */
interface RunningBuilder {
  readonly store: TestStore;
  /** The workspace of the current test. */
  readonly scene: Scene;
}

/** Runs a store and a context-builder around all tests of a file, and gives each test a workspace of its own. */
export function useBuilder(): RunningBuilder {
  let store: TestStore;
  let service: RunningService;
  let scene: Scene;
  beforeAll(async () => {
    store = await TestStore.start();
    service = await startBuilder(store);
  });
  afterAll(async () => {
    await service.close();
    await store.stop();
  });
  beforeEach(async () => void (scene = await Scene.create(store)));
  return {
    get store() {
      return store;
    },
    get scene() {
      return scene;
    },
  };
}
