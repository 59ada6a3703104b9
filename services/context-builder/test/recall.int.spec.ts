import { CrumbStore } from '@crumbtrail/bus';
import { AgentResponse, Session, type Envelope, type RetrieveReply } from '@crumbtrail/contracts';
import type { RunningService } from '@crumbtrail/platform';
import { TestStore } from '@crumbtrail/testing';
import { WorkspacesNats } from '../src/adapters/workspaces.nats';
import { WorkspaceReaders, type WorkspaceReader } from '../src/ports';
import { Scene, startBuilder } from './builder-under-test';
import { ASSISTANT, USER } from './crumbs';

let store: TestStore;
let scene: Scene;
const running: RunningService[] = [];

beforeAll(async () => void (store = await TestStore.start()));
afterAll(() => store.stop());
beforeEach(async () => void (scene = await Scene.create(store)));
afterEach(() => Promise.all(running.splice(0).map((one) => one.close())));

/** Reads the store, but what it finds outside the session comes only when the test lets it. */
function lateReaders(answer: Promise<void>, isLate: (query: string) => boolean = () => true) {
  class LateReaders extends WorkspacesNats {
    override reader(...args: Parameters<WorkspacesNats['reader']>): WorkspaceReader {
      const reader = super.reader(...args);
      const retrieve = reader.retrieve.bind(reader);
      reader.retrieve = async (request): Promise<RetrieveReply> => {
        if (request.sources.some(({ scope }) => scope !== 'session') && isLate(request.query)) await answer;
        return retrieve(request);
      };
      return reader;
    }
  }
  return {
    provide: WorkspaceReaders,
    inject: [CrumbStore],
    useFactory: (crumbs: CrumbStore) => new LateReaders(crumbs),
  };
}

/** The agent took part in `inn`, and not in `court`; it may read both. */
async function rememberSessions(): Promise<void> {
  const answer = { author: ASSISTANT, schema_name: AgentResponse.name };
  await scene.import([
    { text: 'the lantern hangs in the cellar', session: 'inn' },
    { text: 'I shall fetch the lantern', session: 'inn', ...answer },
    { text: 'the lantern was stolen by a judge', session: 'court' },
  ]);
}

const contextOf = async (content: string) => scene.contextFor(await scene.openTurn(await scene.say(content)));

describe('past sessions', () => {
  it('are recalled where the agent took part, and not where it only may read', async () => {
    await rememberSessions();
    await scene.redefine({ context: { preset: 'memory' } });
    running.push(await startBuilder(store));
    const context = await contextOf('Where is the lantern?');
    const text = await scene.textBeside(context);
    expect(text).toMatch(/^User \(inn, \d\d:\d\d, rank \d\): the lantern hangs in the cellar$/m);
    expect(text).not.toContain('judge');
    expect(context.context).not.toHaveProperty('late');
  });

  it('name their other members beside what is recalled, where every reader of the answer may know them', async () => {
    await rememberSessions();
    const members = [USER, ASSISTANT, { kind: 'user' as const, id: 'mia', name: 'Mia' }];
    const record = { schema_name: Session.name, context: { name: 'inn', members } };
    const { id } = await store.create(scene.workspace, record);
    await scene.redefine({ context: { preset: 'memory' } });
    running.push(await startBuilder(store));
    const context = await contextOf('Where is the lantern?');
    expect(await scene.textBeside(context)).toMatch(
      /^User \(inn, \d\d:\d\d, with Assistant and Mia, rank \d\): the lantern/m,
    );
    expect(context.context.recalled).toEqual([{ id, version: 1 }]);
  });

  it('name no member where a reader of the answer may not read the record of the session', async () => {
    await rememberSessions();
    const context = { name: 'inn', members: [ASSISTANT, { kind: 'user', id: 'mia', name: 'Mia' }] };
    await store.create(scene.workspace, {
      schema_name: Session.name,
      audience: ['user:user', 'agent:assistant'],
      context,
    });
    await scene.redefine({ context: { preset: 'memory' } });
    running.push(await startBuilder(store));
    const built = await contextOf('Where is the lantern?');
    expect(await scene.textBeside(built)).toMatch(/^User \(inn, \d\d:\d\d, rank \d\): the lantern/m);
    expect(built.context).not.toHaveProperty('recalled');
  });

  it('do not hold up a turn: its context is built without them, and names the source and the limit', async () => {
    await rememberSessions();
    const elsewhere = {
      type: 'hybrid',
      name: 'elsewhere',
      scope: 'workspace',
      took_part: true,
      timeout_ms: 5,
    } as const;
    await scene.redefine({ context: { sources: [{ type: 'recent' }, elsewhere] } });
    running.push(await startBuilder(store, [lateReaders(new Promise<void>(() => undefined))]));
    const context = await contextOf('Where is the lantern?');
    expect(context.context.late).toEqual([{ source: 'elsewhere', timeout_ms: 5 }]);
    expect(await scene.textBeside(context)).not.toContain('cellar');
  });

  it('are found however often the same question was asked and answered with the same words', async () => {
    await rememberSessions();
    const again = Array.from({ length: 12 }, (_, nth) => [
      { text: 'Where is the lantern?', session: `asked-${nth}` },
      {
        text: 'I cannot tell, I am sorry.',
        session: `asked-${nth}`,
        author: ASSISTANT,
        schema_name: AgentResponse.name,
      },
    ]);
    await scene.import(again.flat());
    const elsewhere = { type: 'hybrid', name: 'elsewhere', scope: 'workspace', took_part: true, limit: 4 } as const;
    await scene.redefine({ context: { sources: [{ type: 'recent' }, elsewhere] } });
    running.push(await startBuilder(store));
    const built = await contextOf('Where is the lantern?');
    const text = await scene.textBeside(built);
    expect(text).toContain('the lantern hangs in the cellar');
  });

  it('that came late for a question are in the next context of its session, and only of the same person', async () => {
    await rememberSessions();
    const elsewhere = { type: 'hybrid', name: 'elsewhere', scope: 'workspace', took_part: true } as const;
    await scene.redefine({ context: { sources: [{ type: 'recent' }, { ...elsewhere, timeout_ms: 400 }] } });
    let arrive: () => void = () => undefined;
    const isLate = (query: string) => query.includes('lantern');
    running.push(await startBuilder(store, [lateReaders(new Promise((resolve) => (arrive = resolve)), isLate)]));
    const turn = await scene.openTurn(await scene.say('Where is the lantern?'));
    const first = await scene.contextFor(turn);
    expect(first.context.late).toEqual([{ source: 'elsewhere', timeout_ms: 400 }]);
    await scene.answer(turn, 'I do not know.');
    arrive();
    const next = await contextOf('Well, try to remember!');
    expect(await scene.textBeside(next)).toContain('the lantern hangs in the cellar');
    expect(next.context.recalled_for).toEqual({ id: first.context.trigger.id, version: 1 });
    await scene.stopTurn(next.context.turn as unknown as Envelope);
    const third = await contextOf('And who are you?');
    expect(third.context).not.toHaveProperty('recalled_for');
  });
});
