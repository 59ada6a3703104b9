import type { ModelQuestion, ToolModel } from '@crumbtrail/tool-runtime';
import { createVisitLink } from '../src/tools/visit-link';
import { html, onLoopback, serve } from './page-server';
import { aCall } from './tool-call-fixture';

it('visit_link with a request asks a model about the readable text, and gives only its answer', async () => {
  const page = `<html><head><title>Tea</title></head><body><article><p>${'Green tea steeps. '.repeat(40)}</p></article></body></html>`;
  const port = await serve(html(page));
  const url = `http://example.org:${port}/tea`;
  const asked: ModelQuestion[] = [];
  const model: ToolModel = { ask: async (question) => (asked.push(question), { answer: 'Two minutes.' }) };
  const run = createVisitLink(onLoopback(port)).run({ url, request: 'How long?' }, { ...aCall(), model });
  expect(await run).toEqual({ answer: 'Two minutes.' });
  expect(asked).toEqual([
    {
      kind: 'fork',
      type: 'question',
      request: 'How long?',
      content: { source: url, parts: [{ text: expect.stringMatching(/^# Tea\nPage: .*\n\nGreen tea steeps\./) }] },
    },
  ]);
});
