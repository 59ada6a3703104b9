import type { ExportFormat, JsonItem } from './conversation';
import { chatgpt } from './formats/chatgpt';
import { claudeCode, codex } from './formats/coding-agents';
import { claude } from './formats/claude';
import { gemini } from './formats/gemini';
import { openaiMessageList, openaiMessages } from './formats/openai-messages';
import { sharegpt } from './formats/sharegpt';
import { sillytavern } from './formats/sillytavern';
import { langfuse, langsmith } from './formats/traces';
import { deepseek, librechat, llamaCpp, openWebUi } from './formats/trees';

/** Every format by its name on the command line. An item is of the first that recognises it. */
export const FORMATS: Readonly<Record<string, ExportFormat>> = {
  chatgpt,
  claude,
  sillytavern,
  langsmith,
  langfuse,
  librechat,
  'open-webui': openWebUi,
  deepseek,
  'llama-cpp': llamaCpp,
  'claude-code': claudeCode,
  codex,
  gemini,
  sharegpt,
  openai: openaiMessages,
  'openai-list': openaiMessageList,
};

/** The name of the format of an item; undefined where it is none of them. */
export const recogniseFormat = (item: JsonItem): string | undefined =>
  Object.keys(FORMATS).find((name) => (FORMATS[name] as ExportFormat).recognises(item));
