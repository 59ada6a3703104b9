import type { ExportFormat, JsonItem } from './conversation';
import { chatgpt } from './formats/chatgpt';
import { claude } from './formats/claude';
import { openaiMessageList, openaiMessages } from './formats/openai-messages';
import { sillytavern } from './formats/sillytavern';
import { langfuse, langsmith } from './formats/traces';

/** Every format by its name on the command line. */
export const FORMATS: Readonly<Record<string, ExportFormat>> = {
  chatgpt,
  claude,
  sillytavern,
  langsmith,
  langfuse,
  openai: openaiMessages,
  'openai-list': openaiMessageList,
};

/** The name of the format of an item; undefined where it is none of them. */
export const recogniseFormat = (item: JsonItem): string | undefined =>
  Object.keys(FORMATS).find((name) => (FORMATS[name] as ExportFormat).recognises(item));
