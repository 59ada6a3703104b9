import { execFileSync } from 'node:child_process';
import { eventually } from '@crumbtrail/testing';
import { useFixture } from './support/fixture';
import type { SeenSpan } from './support/otlp-receiver';
import { ToolTurns } from './support/tool-turns';
import { findOrphans, traceTurn, pathToRoot } from './support/traced-turn';

const SECRET = 'sk-scripted-0001';

describe('the spans of a turn with a tool call', () => {
  const seen = useFixture(
    () => traceTurn('traced'),
    ({ end }) => end(),
  );
  const named = (name: string): SeenSpan[] => seen.spans.filter((span) => span.name === name);

  it('form one trace through every service, with every parent span present', () => {
    expect(seen.turn.answer).toBe('it gave: 42');
    expect(findOrphans(seen.spans)).toEqual([]);
    expect([...new Set(seen.spans.map(({ service }) => service))].sort()).toEqual([
      'agent-executor',
      'breadcrumb-store',
      'conductor',
      'context-builder',
      'gateway',
      'memory-keeper',
      'tool-runner',
    ]);
    const [root, ...others] = seen.spans.filter(({ parent }) => parent === '');
    expect(others).toEqual([]);
    expect(root).toMatchObject({ service: 'gateway', name: 'POST /v1/breadcrumbs', kind: 'server' });
    expect(root?.attributes).toMatchObject({ 'http.route': '/v1/breadcrumbs', 'http.response.status_code': 201 });
  });

  it('lead from the last model call back to the HTTP request', () => {
    const last = named('chat scripted').at(-1);
    const way = pathToRoot(seen.spans, last);
    expect(way[0]).toBe('agent-executor: chat scripted');
    expect(way[1]).toBe('agent-executor: invoke_agent assistant');
    expect(way).toContain('tool-runner: process tool.request.v1');
    expect(way).toContain('context-builder: process agent.turn.v1');
    expect(way).toContain('conductor: process user.message.v1');
    expect(way.at(-1)).toBe('gateway: POST /v1/breadcrumbs');
  });

  it('name messages by the semantic conventions for messaging', () => {
    const [published] = named('publish user.message.v1');
    expect(published).toMatchObject({ service: 'breadcrumb-store', kind: 'producer' });
    const destination = {
      'messaging.system.name': 'nats',
      'messaging.destination.name': 'crumbs.default.created.user_message_v1._',
      'messaging.destination.template': 'crumbs.{workspace}.created.user_message_v1.{recipient}',
    };
    expect(published?.attributes).toMatchObject({
      ...destination,
      'messaging.operation.name': 'publish',
      'messaging.operation.type': 'send',
    });
    const handlerSpan = named('process user.message.v1').find(({ service }) => service === 'conductor');
    expect(handlerSpan).toMatchObject({ kind: 'consumer', parent: published?.id });
    expect(handlerSpan?.attributes).toMatchObject({
      ...destination,
      'messaging.operation.name': 'process',
      'messaging.operation.type': 'process',
      'messaging.consumer.group.name': 'conductor',
      'messaging.message.id': published?.attributes['messaging.message.id'],
    });
    const asked = named('publish store.commit').find(({ service }) => service === 'tool-runner');
    const answered = seen.spans.find(({ parent, service }) => parent === asked?.id && service === 'breadcrumb-store');
    expect([asked?.kind, answered?.kind, answered?.name]).toEqual(['client', 'server', 'process store.commit']);
    expect(asked?.attributes['messaging.destination.template']).toBe('store.commit.{workspace}.{principal}');
  });

  it('name models, agents and tools by the semantic conventions for generative AI', () => {
    const chats = named('chat scripted');
    expect(chats.map(({ kind, attributes }) => [kind, attributes['gen_ai.response.finish_reasons']])).toEqual([
      ['client', ['tool_calls']],
      ['client', ['stop']],
    ]);
    const whose = {
      'gen_ai.agent.name': 'assistant',
      'gen_ai.agent.version': '2',
      'gen_ai.conversation.id': 'traced',
      'gen_ai.agent.id': expect.any(String) as string,
    };
    expect(chats[1]?.attributes).toMatchObject({
      ...whose,
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai_compatible',
      'gen_ai.request.model': 'scripted',
      'gen_ai.response.model': expect.any(String) as string,
      'gen_ai.usage.input_tokens': expect.any(Number) as number,
      'gen_ai.usage.output_tokens': expect.any(Number) as number,
      'gen_ai.response.time_to_first_chunk': expect.any(Number) as number,
    });
    expect(named('invoke_agent assistant').map(({ attributes }) => attributes['crumbtrail.outcome'])).toEqual([
      'waits for tools',
      'answered',
    ]);
    expect(named('invoke_agent assistant')[0]?.attributes).toMatchObject({
      ...whose,
      'gen_ai.operation.name': 'invoke_agent',
    });
    const [tool] = named('execute_tool calculator');
    expect(tool).toMatchObject({ service: 'tool-runner', kind: 'internal', failed: false });
    expect(tool?.attributes).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'calculator',
      'gen_ai.tool.call.id': seen.turn.asked[0]?.id,
    });
    const [retrieval] = named('retrieval breadcrumb-store');
    expect(retrieval?.attributes).toMatchObject({
      'gen_ai.operation.name': 'retrieval',
      'gen_ai.agent.name': 'assistant',
      'crumbtrail.context.tokens': expect.any(Number) as number,
    });
  });

  it('hold no message text and no secret', () => {
    const sent = seen.receiver.bodies.join('\n');
    for (const said of [seen.turn.said.content, 'it gave: 42', '6 * 7', SECRET, seen.stack.key])
      expect(sent).not.toContain(said);
    expect(
      seen.spans
        .flatMap(({ attributes }) => Object.keys(attributes))
        .filter((key) => /messages|instructions|arguments|result|query/.test(key)),
    ).toEqual([]);
  });

  it('continue the trace of the client', async () => {
    const trace = '0af7651916cd43dd8448eb211c80319c';
    const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01` };
    const draft = { schema_name: 'user.message.v1', session: 'joined', context: { content: 'from elsewhere' } };
    await seen.stack.api.request('POST', '/v1/breadcrumbs', draft, { headers });
    const joined = await eventually(
      () => {
        const found = seen.receiver.in(trace);
        return found.some(({ name }) => name === 'process agent.response.v1') && findOrphans(found).length === 1
          ? found
          : null;
      },
      { everyMs: 200 },
    );
    expect(findOrphans(joined).map(({ name, parent }) => [name, parent])).toEqual([
      ['POST /v1/breadcrumbs', 'b7ad6b7169203331'],
    ]);
    expect(joined.some(({ name }) => name === 'chat scripted')).toBe(true);
  });

  it('record the error of a tool', async () => {
    const turns = new ToolTurns(seen.stack);
    await turns.run('failing', { id: 'c', name: 'calculator', arguments: { expression: '1 / 0' } });
    const failed = await eventually(() =>
      seen.receiver.spans.find(({ name, failed: isFailed }) => name === 'execute_tool calculator' && isFailed),
    );
    expect(failed.attributes['error.type']).toEqual(expect.any(String));
  });
});

describe('a turn with content capture switched on', () => {
  it('has messages, arguments and results on its spans, and still no secret', async () => {
    const { spans, turn, receiver, stack, end } = await traceTurn('shown', {
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
    });
    try {
      const [first, last] = spans.filter(({ name }) => name === 'chat scripted');
      const text = (span: SeenSpan | undefined, key: string): string => String(span?.attributes[key]);
      expect(text(first, 'gen_ai.input.messages')).toContain(turn.said.content);
      expect(JSON.parse(text(first, 'gen_ai.output.messages'))).toMatchObject([
        { role: 'assistant', parts: [{ type: 'tool_call', name: 'calculator', arguments: { expression: '6 * 7' } }] },
      ]);
      expect(JSON.parse(text(last, 'gen_ai.output.messages'))).toMatchObject([
        { role: 'assistant', parts: [{ type: 'text', content: 'it gave: 42' }], finish_reason: 'stop' },
      ]);
      const tool = spans.find(({ name }) => name === 'execute_tool calculator');
      expect(JSON.parse(text(tool, 'gen_ai.tool.call.arguments'))).toEqual({ expression: '6 * 7' });
      expect(text(tool, 'gen_ai.tool.call.result')).toContain('42');
      const retrieval = spans.find(({ name }) => name === 'retrieval breadcrumb-store');
      expect(text(retrieval, 'gen_ai.retrieval.query.text')).toBe(turn.said.content);
      for (const secret of [SECRET, stack.key]) expect(receiver.bodies.join('\n')).not.toContain(secret);
    } finally {
      await end();
    }
  }, 180_000);
});

describe('a service without an OTLP endpoint', () => {
  const loaded = (env: Readonly<Record<string, string>>): number => {
    const script = `const { startTelemetry, createLogger } = require('@crumbtrail/platform');
      startTelemetry('gateway', createLogger('gateway', 'silent')).then(() => console.log(
        Object.keys(require.cache).filter((path) => /@opentelemetry.(?!api.)/.test(path)).length), process.exit);`;
    const { PATH } = process.env;
    return Number(execFileSync(process.execPath, ['-e', script], { cwd: __dirname, env: { PATH, ...env } }).toString());
  };

  it('loads no files of the OpenTelemetry SDK', () => {
    expect(loaded({ OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' })).toBe(0);
    expect(loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })).toBeGreaterThan(100);
  });
});
