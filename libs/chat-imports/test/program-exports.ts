export const question = { type: 'text', text: 'Where is the key?' };
export const answer = { type: 'text', text: 'Under the mat.' };

/** A file, the format that it is recognised as, and what is left out. */
export type ExportRow = readonly [name: string, format: string, file: unknown, leftOut: readonly (readonly string[])[]];

/** One file of each program that writes the same question and answer. */
export const PROGRAM_EXPORTS: readonly ExportRow[] = [
  [
    'messages of the AI SDK with parts',
    'openai',
    {
      id: 'c',
      messages: [
        { id: '1', role: 'user', parts: [question, { type: 'file', mediaType: 'image/png', url: 'x' }] },
        {
          id: '2',
          role: 'assistant',
          parts: [
            { type: 'step-start' },
            { type: 'reasoning', text: 'Hm.' },
            { type: 'tool-find', state: 'output-available', input: {}, output: {} },
            { type: 'source-url', url: 'https://a.example' },
            answer,
          ],
        },
      ],
    },
    [[], ['picture', 'thought', 'tool call', 'source']],
  ],
  [
    'messages of version 4 of the AI SDK',
    'openai',
    {
      id: 'c',
      messages: [
        { role: 'user', content: question.text, parts: [question], createdAt: '2025-03-01T10:00:00Z' },
        {
          role: 'assistant',
          content: '',
          toolInvocations: [{}],
          parts: [{ type: 'tool-invocation', toolInvocation: {} }, answer],
        },
      ],
    },
    [[], ['tool call']],
  ],
  [
    'a list of messages of the AI SDK',
    'openai-list',
    [
      { id: '1', role: 'user', parts: [question] },
      { id: '2', role: 'assistant', parts: [answer] },
    ],
    [[], []],
  ],
  [
    'contents of Gemini',
    'gemini',
    {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [
        { parts: [{ text: question.text }, { inlineData: { mimeType: 'image/png', data: '' } }] },
        { role: 'model', parts: [{ functionCall: { name: 'find' } }] },
        { role: 'function', parts: [{ functionResponse: { name: 'find' } }] },
        { role: 'model', parts: [{ text: 'Hm.', thought: true }, { text: answer.text }] },
      ],
    },
    [
      ['tool call', 'function message'],
      ['picture', 'thought'],
    ],
  ],
  [
    'a prompt of AI Studio',
    'gemini',
    {
      runSettings: {},
      chunkedPrompt: {
        chunks: [
          { role: 'user', driveDocument: { id: 'x' } },
          { role: 'user', text: question.text, tokenCount: 4 },
          { role: 'model', text: 'Hm.', isThought: true },
          { role: 'model', text: answer.text, finishReason: 'STOP' },
        ],
        pendingInputs: [{ role: 'user', text: 'Thanks' }],
      },
    },
    [['file', 'thought', 'message that was not sent'], []],
  ],
  [
    'a list of Gemini’s messages',
    'openai-list',
    [
      { role: 'user', parts: [{ text: question.text }] },
      { role: 'model', parts: [{ text: answer.text }] },
    ],
    [[], []],
  ],
  [
    'a list of messages that LangChain has made into dictionaries',
    'openai-list',
    [
      { type: 'system', data: { content: 'Be brief.' } },
      { type: 'human', data: { content: question.text } },
      { type: 'ai', data: { content: '', tool_calls: [{}, {}] } },
      { type: 'tool', data: { content: 'mat' } },
      { type: 'ai', data: { content: answer.text, additional_kwargs: { tool_calls: [{}] } } },
    ],
    [['system message', 'tool call', 'tool message'], ['tool call']],
  ],
  [
    'a list of serialised messages of LangChain',
    'openai-list',
    [
      { lc: 1, type: 'constructor', id: ['langchain_core', 'HumanMessage'], kwargs: { content: question.text } },
      { lc: 1, type: 'constructor', id: ['langchain_core', 'AIMessageChunk'], kwargs: { content: [answer] } },
    ],
    [[], []],
  ],
  [
    'conversations of ShareGPT',
    'sharegpt',
    [
      {
        id: 's',
        conversations: [
          { from: 'system', value: 'Be brief.' },
          { from: 'human', value: question.text },
          { from: 'gpt', value: answer.text },
        ],
      },
    ],
    [['system message'], []],
  ],
  [
    'a conversation of LibreChat',
    'librechat',
    {
      conversationId: 'l',
      title: 'Key',
      messages: [
        { messageId: 'b', parentMessageId: 'a', isCreatedByUser: false, text: 'No idea.', createdAt: 1e12 + 1 },
        { messageId: 'a', parentMessageId: '0', isCreatedByUser: true, text: question.text, createdAt: 1e12 },
        {
          messageId: 'c',
          parentMessageId: 'a',
          isCreatedByUser: false,
          text: '',
          content: [{ type: 'think', think: 'Hm.' }, answer],
          createdAt: 1e12 + 2,
        },
      ],
    },
    [['message of another branch'], ['part of type think']],
  ],
  [
    'a conversation of LibreChat whose messages stand in one another',
    'librechat',
    {
      conversationId: 'l',
      messages: [
        {
          messageId: 'a',
          parentMessageId: '0',
          isCreatedByUser: true,
          text: question.text,
          children: [{ messageId: 'b', parentMessageId: 'a', isCreatedByUser: false, text: answer.text }],
        },
      ],
    },
    [[], []],
  ],
  [
    'a chat of Open WebUI',
    'open-webui',
    [
      {
        id: 'o',
        chat: {
          title: 'Key',
          history: {
            currentId: 'b',
            messages: {
              c: { id: 'c', role: 'assistant', content: 'No idea.', parentId: 'a', timestamp: 1_767_348_001 },
              b: { id: 'b', role: 'assistant', content: answer.text, parentId: 'a', timestamp: 1_767_348_002 },
              a: {
                id: 'a',
                role: 'user',
                content: question.text,
                parentId: null,
                timestamp: 1_767_348_000,
                files: [{ type: 'image' }],
              },
            },
          },
        },
      },
    ],
    [['message of another branch'], ['picture']],
  ],
  [
    'a conversation of DeepSeek',
    'deepseek',
    [
      {
        id: 'd',
        title: 'Key',
        inserted_at: '2026-01-02T10:00:00Z',
        mapping: {
          root: { id: 'root', parent: null, children: ['1'], message: null },
          1: { id: '1', parent: 'root', message: { fragments: [{ type: 'REQUEST', content: question.text }] } },
          2: {
            id: '2',
            parent: '1',
            message: {
              fragments: [
                { type: 'THINK', content: 'Hm.' },
                { type: 'RESPONSE', content: answer.text },
              ],
            },
          },
        },
      },
    ],
    [[], ['thought']],
  ],
  [
    'a conversation of llama.cpp, with the wrong message as the last one',
    'llama-cpp',
    {
      conv: { id: 'l', name: 'Key', currNode: 'a' },
      messages: [
        { id: 'r', type: 'root', role: 'system', content: '', parent: null, timestamp: 1 },
        { id: 'a', type: 'text', role: 'user', content: question.text, parent: 'r', timestamp: 2 },
        { id: 'b', type: 'text', role: 'assistant', content: answer.text, parent: 'a', timestamp: 3, thinking: 'Hm.' },
      ],
    },
    [['system message'], ['thought']],
  ],
];
