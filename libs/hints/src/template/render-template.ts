import { sha256 } from '@crumbtrail/contracts';
import Handlebars from 'handlebars';
import { LRUCache } from 'lru-cache';
import type { Plain } from '../plain';
import type { RecordView } from '../record-view';
import { InvalidTemplate, checkSize, checkTree } from './check-template';
import { copyForTemplate } from './copy-for-template';
import { ALLOWED, METER, REGISTERED, SHOW } from './helper-table';
import { RenderMeter } from './meter';
import { showValues } from './show-values';
import { findReach, isBareText, type TemplateReach } from './template-reach';

/** A compiled template and the number of its nodes. */
interface CompiledTemplate {
  readonly nodes: number;
  readonly reach: TemplateReach;
  readonly run: Handlebars.TemplateDelegate;
}

function createHandlebars(): typeof Handlebars {
  const instance = Handlebars.create();
  for (const name of Object.keys(instance.helpers))
    if (!['if', 'unless', 'with'].includes(name)) instance.unregisterHelper(name);
  for (const [name, helper] of Object.entries(REGISTERED)) instance.registerHelper(name, helper);
  return instance;
}

const handlebars = createHandlebars();
const knownHelpers = Object.fromEntries([...ALLOWED, SHOW].map((name) => [name, true]));
/** Shared by the process: see docs/decisions/0030. */
const cache = new LRUCache<string, CompiledTemplate>({ max: 500 });

/** The syntax tree as written. White space is stripped by `compile`, once the tree has passed the check: that walk is slow for deep trees. */
function parse(template: string): hbs.AST.Program {
  try {
    return handlebars.parseWithoutProcessing(template);
  } catch (error) {
    throw new InvalidTemplate(`cannot be parsed: ${(error as Error).message.split('\n', 1)[0] ?? ''}`, {
      cause: error,
    });
  }
}

/** Compiles a template, once while it is remembered. Throws `InvalidTemplate`. */
export function compileTemplate(template: unknown): CompiledTemplate {
  const source = checkSize(template);
  const key = sha256(source);
  const known = cache.get(key);
  if (known) return known;
  const tree = parse(source);
  const nodes = checkTree(tree);
  const run = handlebars.compile(showValues(tree), { noEscape: true, knownHelpersOnly: true, knownHelpers });
  const compiled = { nodes, reach: findReach(tree as Parameters<typeof findReach>[0]), run };
  cache.set(key, compiled);
  return compiled;
}

/**
 * Renders a payload through a template. Empty where nothing but the template's own words would be shown, because the payload has
 * nothing at any of its paths. Throws for an invalid template, an object used as text, or a limit exceeded.
 */
export function renderTemplate(template: string, data: Plain, record: RecordView): string {
  const { nodes, reach, run } = compileTemplate(template);
  const meter = new RenderMeter(nodes, () => performance.now());
  const options = {
    data: { ...record, [METER]: meter },
    allowProtoMethodsByDefault: false,
    allowProtoPropertiesByDefault: false,
  };
  const text = meter.checkOutput(run(copyForTemplate(data), options));
  return isBareText(reach, data, text) ? '' : text;
}
