#!/bin/sh
# @langchain/mcp-adapters 1.1.4 with @modelcontextprotocol/sdk 1.32.2: of a tool that has structured content, the model does not get the text. Its README ("Tool Output Mapping"):
# if the only content block is a text block, ToolMessage.content is a string with the text of the tool. MCP, "Structured Content": a tool that returns it should return the same JSON
# as text as well, which tools with an outputSchema do. The adapter then gives a string that is the JSON of the block: the data once as text with escaped quotation marks, and once
# more as an object, three times the length, in each later request too. A result with _meta, by which MCP lets client and server attach metadata, is wrapped in the same way and
# shows it to the model; it stands in the artifact as well, of which the README says that it is no input of the model. With two text blocks the content is right. The option
# useStandardContentBlocks, recommended for new applications, does the same.
# Seen: without structuredContent the content is the text of 61 characters; with it 182 characters, which begin with {"type":"text","text":"{\"; with _meta 138, and the model
# reads it; by the option 203 and 159.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @langchain/mcp-adapters@1.1.4 @langchain/core@1.4.0 @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 >/dev/null 2>&1
cat > run.mjs <<'JS'
import { loadMcpTools } from '@langchain/mcp-adapters';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

const structuredContent = { city: 'Oslo', degrees: -3, sky: 'clear', wind: { speed: 4 } };
const text = JSON.stringify(structuredContent);
const outputSchema = { city: z.string(), degrees: z.number(), sky: z.string(), wind: z.object({ speed: z.number() }) };
const block = { type: 'text', text };
const server = new McpServer({ name: 'weather', version: '1' });
server.registerTool('plain', {}, () => ({ content: [block] }));
server.registerTool('structured', { outputSchema }, () => ({ content: [block], structuredContent }));
server.registerTool('two-blocks', { outputSchema }, () => ({ content: [block, { type: 'text', text: 'Cold.' }], structuredContent }));
server.registerTool('with-meta', {}, () => ({ content: [block], _meta: { 'example.org/request': 'r-17' } }));
const client = new Client({ name: 'agent', version: '1' });
const [one, other] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(one), client.connect(other)]);
const seen = [];
for (const useStandardContentBlocks of [false, true]) {
  for (const tool of await loadMcpTools('weather', client, { useStandardContentBlocks })) {
    const { content } = await tool.invoke({ type: 'tool_call', id: '1', name: tool.name, args: {} });
    const whole = typeof content === 'string' ? content : content.map((part) => part.text).join('\n');
    seen.push([tool.name, whole === text, whole.length, whole.includes('r-17')].join(' '));
    console.log(`@langchain/mcp-adapters 1.1.4, useStandardContentBlocks ${useStandardContentBlocks}, ${tool.name}: ${whole.length} characters: ${JSON.stringify(content)}`);
  }
}
await client.close();
const expected = [182, 203].flatMap((length, index) => [
  'plain true 61 false',
  `structured false ${length} false`,
  'two-blocks false 67 false',
  `with-meta false ${[138, 159][index]} true`,
]);
process.exit(seen.join() === expected.join() ? 0 : 1);
JS
node run.mjs
