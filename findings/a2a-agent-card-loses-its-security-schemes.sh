#!/bin/sh
# @a2a-js/sdk 1.3.0: an agent card that its own agentCardHandler serves has no security schemes for its own client. The handler writes the card by JSON.stringify, in the form that the
# package has in memory ({"key": {"scheme": {"$case": "httpAuthSecurityScheme", "value": ...}}}), and not by AgentCard.toJSON, in the JSON of A2A 1.0, section 4.5.1
# ({"key": {"httpAuthSecurityScheme": ...}}). DefaultAgentCardResolver reads what it gets as the JSON of the protocol, and finds a scheme named "key" with nothing in it: a client cannot know that
# it has to send a key. Nothing is thrown. The same card written by AgentCard.toJSON is read right.
# Seen: served by agentCardHandler: scheme nothing; served as AgentCard.toJSON: scheme httpAuthSecurityScheme.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @a2a-js/sdk@1.3.0 express@5.2.1 >/dev/null
cat > run.mjs <<'JS'
import { AgentCard } from '@a2a-js/sdk';
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client';
import { agentCardHandler } from '@a2a-js/sdk/server/express';
import express from 'express';

const card = AgentCard.fromJSON({
  name: 'scribe',
  description: 'Writes down what it is told.',
  version: '1',
  supportedInterfaces: [{ url: 'http://127.0.0.1/', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true },
  securitySchemes: { key: { httpAuthSecurityScheme: { scheme: 'Bearer' } } },
  securityRequirements: [{ schemes: { key: { list: [] } } }],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'write', name: 'Write', description: 'Writes', tags: [] }],
});
const app = express();
app.use('/handler.json', agentCardHandler({ agentCardProvider: async () => card }));
app.get('/json.json', (request, response) => response.json(AgentCard.toJSON(card)));
const server = app.listen(0, '127.0.0.1', async () => {
  const seen = [];
  for (const path of ['/handler.json', '/json.json']) {
    const read = await new DefaultAgentCardResolver().resolve(`http://127.0.0.1:${server.address().port}`, path);
    seen.push(read.securitySchemes.key?.scheme?.$case ?? 'nothing');
  }
  console.log(`@a2a-js/sdk 1.3.0: the client reads of a card served by agentCardHandler: ${seen[0]}; served as AgentCard.toJSON: ${seen[1]}`);
  server.close();
  process.exitCode = seen.join() === 'nothing,httpAuthSecurityScheme' ? 0 : 1;
});
JS
node run.mjs
