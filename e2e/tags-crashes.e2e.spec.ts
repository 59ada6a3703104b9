import { ToolRequest } from '@crumbtrail/contracts';
import { useFixture } from './support/fixture';
import { TagTurns } from './support/tag-turns';
import { SHORT_LEASES } from './support/short-leases';

const tags = useFixture(
  () => TagTurns.start(SHORT_LEASES),
  ({ stack }) => stack.stop(),
);

describe('an executor and a tool-runner that die between steps', () => {
  it.each([
    ['agent-executor', 'executor.after-model', 3],
    ['agent-executor', 'executor.after-step', 2],
    ['tool-runner', 'tool.after-run', 2],
    ['tool-runner', 'tool.after-append', 2],
  ])(
    'the %s at %s: another process finishes the turn, and there is one request with one result',
    async (service, point, calls) => {
      const session = point.replace('.', '-');
      for (const name of [service, `${service}-2`]) {
        await tags.stack.halt(name);
        if (name === service) await tags.stack.start(name, { CRASH_AT: `${point}:1` });
      }
      const message = await tags.say(
        session,
        ...Array.from({ length: calls - 1 }, () => '<echo>P3</echo>'),
        '<speak>Yes.</speak>',
      );
      const { response } = await tags.turnOf(message);
      await tags.stack.start(`${service}-2`);
      expect(tags.stack.log(service)).toContain(`dying at ${point}`);
      expect(response.context).toMatchObject({ action: 'speak', content: 'Yes.', tool_calls: 1 });
      expect(await tags.responsesIn(session)).toMatchObject([{ status: 'ok', text: 'P3' }]);
      expect(await tags.conversations.listCrumbs(ToolRequest.name, session)).toHaveLength(1);
      expect(tags.callsAbout(message)).toHaveLength(calls);
    },
    90_000,
  );
});
