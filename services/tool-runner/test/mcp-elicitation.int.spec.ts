import { join } from 'node:path';
import {
  type PersonQuestion,
  type PersonReply,
  type Tool,
  type ToolCall,
  ToolRegistry,
} from '@crumbtrail/tool-runtime';
import { createLogger } from '@crumbtrail/platform';
import { eventually, everythingServer, type EverythingServer } from '@crumbtrail/testing';
import { McpServers } from '../src/mcp/mcp-servers';
import type { McpServer } from '../src/mcp/servers-file';
import { overHttp, overStdio } from './everything-server';

const ASKING = join(__dirname, 'asking-server.mjs');

let tools: ToolRegistry;
let lending: McpServers;

function lend(server: McpServer): void {
  tools = new ToolRegistry();
  lending = new McpServers([server], tools, createLogger('tool-runner', 'silent'));
  void lending.onApplicationBootstrap();
}
afterEach(() => lending.onApplicationShutdown());

const lent = (name: string): Promise<Tool> => eventually(() => tools.find(name) ?? null);

type Reply = (question: PersonQuestion, withdrawn: AbortSignal) => Promise<PersonReply>;

const call = (askPerson: Reply): ToolCall =>
  ({ signal: new AbortController().signal, atMostOnce: true, tell: () => undefined, askPerson }) as unknown as ToolCall;

const chosen = (choice: string): PersonReply => ({ kind: 'answered', answer: { choices: [choice] } });
const written = (text: string): PersonReply => ({ kind: 'answered', answer: { text } });

/** Answers the questions in order. */
function answering(...replies: PersonReply[]): { ask: Reply; questions: string[] } {
  const questions: string[] = [];
  return {
    questions,
    ask: async ({ question }) => {
      questions.push(question);
      return replies[questions.length - 1] ?? { kind: 'nobody', why: 'nobody is there.' };
    },
  };
}

describe('a server of the newest revision that requires input', () => {
  beforeEach(() => lend(overStdio({ name: 'asking', args: [ASKING] })));

  it('gets the answers of a person, and its tool returns its result', async () => {
    const { ask, questions } = answering(chosen('Thursday'), written('4'), written('-'));
    const result = await (await lent('asking__book')).run({}, call(ask));
    expect(result).toEqual({ action: 'accept', content: { day: 'Thursday', guests: 4 } });
    expect(questions[0]).toContain('The server asking asks this while asking__book runs:\nWhen shall I book?');
  });

  it('is told of a refusal, and that nobody may answer', async () => {
    const confirm = await lent('asking__confirm');
    expect(await confirm.run({}, call(answering(chosen('No')).ask))).toEqual({ action: 'decline' });
    expect(await confirm.run({}, call(answering().ask))).toEqual({ action: 'decline' });
    expect(await confirm.run({}, call(answering({ kind: 'timed out' }).ask))).toEqual({ action: 'cancel' });
  });

  it('may ask for several calls at once: each has its own person', async () => {
    const book = await lent('asking__book');
    const booked = ['Tuesday', 'Thursday'].map((day) =>
      book.run({}, call(answering(chosen(day), written('2'), written('-')).ask)),
    );
    expect(await Promise.all(booked)).toEqual([
      { action: 'accept', content: { day: 'Tuesday', guests: 2 } },
      { action: 'accept', content: { day: 'Thursday', guests: 2 } },
    ]);
  });
});

describe.each(['stdio', 'http'] as const)('a server of SDK 1.x that elicits input over %s', (kind) => {
  let web: EverythingServer | undefined;

  beforeEach(async () => {
    web = kind === 'http' ? await everythingServer() : undefined;
    await web?.start();
    lend(web ? { ...overHttp(web.url), name: 'everything' } : overStdio());
  });
  afterEach(() => web?.kill());

  it('gets the answers of a person while its tool runs', async () => {
    const asked: string[] = [];
    const ask: Reply = async ({ question, choices }) => {
      asked.push(question);
      if (asked.length === 1) return written('Ann');
      const left = choices?.find((one) => one.startsWith('Leave it out'));
      return left ? chosen(left) : written('-');
    };
    const result = JSON.stringify(await (await lent('everything__trigger-elicitation-request')).run({}, call(ask)));
    expect(result).toContain('Ann');
    expect(asked.length).toBeGreaterThan(10);
  });

  it('is declined where two calls run, because it does not say for which it asks', async () => {
    const asked: string[] = [];
    const ask: Reply = async ({ question }) => (asked.push(question), { kind: 'declined' });
    const slow = (await lent('everything__trigger-long-running-operation')).run({ duration: 3, steps: 1 }, call(ask));
    const elicit = await lent('everything__trigger-elicitation-request');
    expect(JSON.stringify(await elicit.run({}, call(ask)))).toMatch(/declined/i);
    expect(asked).toEqual([]);
    await slow;
  });
});
