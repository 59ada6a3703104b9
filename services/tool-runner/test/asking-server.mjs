// A stdio server of the newest SDK that speaks both eras, or with the argument `reject` only the revision 2026-07-28. Its tools ask the
// person for input.
import { inputRequired, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const [, , legacy = 'serve'] = process.argv;
const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });

const FORMS = {
  book: {
    message: 'When shall I book?',
    requestedSchema: {
      type: 'object',
      properties: {
        day: { type: 'string', enum: ['Tuesday', 'Thursday'], title: 'Day' },
        guests: { type: 'integer', minimum: 1, maximum: 8, description: 'How many come' },
        note: { type: 'string' },
      },
      required: ['day', 'guests'],
    },
  },
  confirm: { message: 'Delete everything?', requestedSchema: { type: 'object', properties: {} } },
};

const tool = (name) => ({ name, inputSchema: { type: 'object' } });

serveStdio(
  () => {
    const server = new Server({ name: 'asking', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({ tools: Object.keys(FORMS).map(tool) }));
    server.setRequestHandler('tools/call', ({ params }, { mcpReq }) => {
      const given = mcpReq.inputResponses?.form;
      if (given) return text(given);
      return inputRequired({ inputRequests: { form: inputRequired.elicit(FORMS[params.name]) } });
    });
    return server;
  },
  { legacy },
);
