import { toggleTool, toolNames, unknownTools } from './granted-tools';

test('unknownTools: names what no tool is called, also by a prefix', () => {
  expect(unknownTools(['dice', 'dise', 'mail_*', 'post_*'], ['dice', 'mail_send'])).toEqual(['dise', 'post_*']);
});

test('toggleTool: adds a tool at the end, and removes it again; without any there is no list', () => {
  expect(toggleTool(['dice'], 'recall')).toEqual(['dice', 'recall']);
  expect(toggleTool(['dice', 'recall'], 'dice')).toEqual(['recall']);
  expect(toggleTool(['dice'], 'dice')).toBeUndefined();
});

test('toolNames: reads names, and nothing of what is not a list', () => {
  expect([toolNames(['dice', 7]), toolNames('dice'), toolNames(undefined)]).toEqual([['dice'], [], []]);
});
