import type { TrailNode } from '@crumbtrail/contracts';
import { hasFailed, nodeIssues, nodeName, nodeSpan } from './trail-node';

const node = (schema_name: string, more: Partial<TrailNode> = {}): TrailNode => ({
  id: 'n',
  version: 1,
  schema_name,
  author: { kind: 'agent', id: 'assistant' },
  hop: 0,
  position: 1,
  created_at: '2026-01-01T00:00:00Z',
  at_ms: 100,
  ...more,
});

test.each([
  [node('user.message.v1'), 'user.message.v1'],
  [node('agent.step.v1', { step: 2 }), 'agent.step.v1 2'],
  [node('tool.request.v1', { tool: 'dice' }), 'tool.request.v1 dice'],
])('nodeName: adds the step or the tool to the schema (%#)', (given, name) => {
  expect(nodeName(given)).toBe(name);
});

test('nodeIssues: lists every problem of a node, and is empty for a node without problems', () => {
  expect(nodeIssues(node('user.message.v1'))).toEqual([]);
  expect(nodeIssues(node('a.v1', { erased: true, action: 'stopped', error: 'deadline', partial: true }))).toEqual([
    'erased',
    'stopped',
    'failed: deadline',
    'incomplete',
  ]);
});

test('nodeIssues: names the limit that a guard kept', () => {
  expect(nodeIssues(node('guard.fired.v1', { error: 'tool_rounds' }))).toEqual(['limit: tool rounds']);
});

test('a call that a person denied has not failed', () => {
  expect(nodeIssues(node('tool.request.v1', { approval: 'denied', error: 'denied' }))).toEqual(['denied']);
  expect(nodeIssues(node('tool.response.v1', { error: 'denied' }))).toEqual(['denied']);
  expect([hasFailed({ error: 'denied' }), hasFailed({ error: 'timeout' }), hasFailed({})]).toEqual([
    false,
    true,
    false,
  ]);
});

test.each([
  ['agent.turn.v1', 90, { from: 100, to: 190 }],
  ['agent.response.v1', 60, { from: 40, to: 100 }],
  ['agent.response.v1', 160, { from: -60, to: 100 }],
  ['user.message.v1', undefined, { from: 100, to: 100 }],
])('nodeSpan: %s with duration %s spans %j', (schema, duration_ms, span) => {
  expect(nodeSpan(node(schema, duration_ms === undefined ? {} : { duration_ms }))).toEqual(span);
});
