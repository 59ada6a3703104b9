import { promptOverheadTokens } from '@crumbtrail/prompting';
import type { ToolDefV1 } from '@crumbtrail/contracts';
import { ContextDoesNotFit } from './errors';
import { budgetAroundPersona } from './format/frame';
import type { BuildInput } from './gather/build-input';
import type { CandidateQuery } from './gather/retrieve-candidates';
import { computeBudget, SMALLEST_CAP, type Budget } from './plan/budget';
import { createCounter, learnsFromBills, resolveCounting, type CountingRule, type TokenCounter } from './plan/counting';
import type { BuildPlan, PlanCache } from './plan/plan';
import {
  filterGranted,
  NO_TOOLS,
  resultScope,
  selectTools,
  type DefinedTool,
  type SelectedTools,
} from './plan/tool-selection';
import { placePictures, shownTokens, type PlacedPicture } from './plan/pictures';
import type { Calibrator, ToolSource } from './ports';

/** Everything that is decided before candidates are retrieved. */
export interface BuildSettings {
  readonly plan: BuildPlan;
  /** Content hash of the plan. */
  readonly hash: string;
  readonly tokenizer: CandidateQuery['tokenizer'];
  readonly counting: CountingRule;
  readonly count: TokenCounter;
  readonly budget: Budget;
  /** Tools that are described to the model outside the context. */
  readonly selectedTools: SelectedTools;
  /** The pictures of the message, for a model that sees. */
  readonly pictures: readonly PlacedPicture[];
  /** Store queries made to resolve these settings. */
  readonly queries: number;
}

/** What settings are resolved with. */
export interface SettingsOptions {
  readonly ports: Calibrator & ToolSource;
  readonly plans: PlanCache;
  /** Tokens shared by prompt and reply, for agents whose definition does not say. */
  readonly contextWindow: number;
}

/** How many queries the plan leaves of the six that a build may make: one while it searches the session and catalogs only. */
function spareQueries({ sources }: BuildPlan): number {
  return sources.every(({ scope, type }) => scope === 'session' || type === 'catalog') ? 1 : 0;
}

/** The tools that the turn may use. Makes no query if the definition grants none. */
async function loadGrantedTools({ definition: { toolGrants }, as_of }: BuildInput, ports: ToolSource) {
  if (!toolGrants?.tools?.length) return { tools: [], queries: 0 };
  const { defined, queries } = await ports.tools(as_of);
  return { tools: filterGranted(toolGrants, defined), queries };
}

async function loadCounting({ definition: { model }, access, as_of }: BuildInput, plan: BuildPlan, ports: Calibrator) {
  const subject = model?.name === undefined ? { agent: access.agent } : { model: model.name };
  if (!learnsFromBills(model?.counting)) return { counting: resolveCounting(model?.counting, null), queries: 0 };
  const { learned, queries } = await ports.calibration({ ...subject, as_of }, spareQueries(plan));
  return { counting: resolveCounting(model?.counting, learned), queries };
}

/** Chooses the tools to describe, and counts their descriptions, and those of the client's, in the definition's tool mode. */
function chooseTools(
  { definition: { toolGrants, clientTools = [] }, trigger }: BuildInput,
  tools: readonly DefinedTool[],
  count: TokenCounter,
): SelectedTools {
  if (!toolGrants) return NO_TOOLS;
  const costOf = (defs: readonly ToolDefV1[]): number =>
    promptOverheadTokens(toolGrants, [...defs, ...clientTools], count);
  return selectTools(tools, { toolGrants, message: trigger.text, costOf });
}

function pictureBudget(pictures: readonly PlacedPicture[]): Pick<Budget, 'pictures'> {
  const tokens = shownTokens(pictures);
  return tokens > 0 ? { pictures: tokens } : {};
}

/** Resolves plan, counting, tools and budget. Throws `ContextDoesNotFit` if the window leaves too little for a context. */
export async function resolveSettings(
  input: BuildInput,
  { ports, plans, contextWindow }: SettingsOptions,
): Promise<BuildSettings> {
  const { definition, overrides, access } = input;
  const { tokenizer = 'o200k_base' } = definition.model ?? {};
  const granted = await loadGrantedTools(input, ports);
  const { plan, hash } = plans.resolve(overrides, {
    resultScope: resultScope(granted.tools),
    memory: definition.memory,
  });
  const { counting, queries } = await loadCounting(input, plan, ports);
  const count = createCounter(tokenizer, counting);
  const selectedTools = chooseTools(input, granted.tools, count);
  const model = { context_window: contextWindow, ...definition.model };
  const pictures = placePictures(input.trigger.files ?? [], model, model.context_window);
  const outside = { tool_schemas: selectedTools.tokens, ...pictureBudget(pictures) };
  const limits = { max_tokens: plan.max_tokens, margin: counting.margin };
  const budgetOf = (tokens: number): Budget => computeBudget(model, { system_prompt: tokens, ...outside }, limits);
  const budget = budgetAroundPersona(definition, { format: plan.format, count, budgetOf });
  if (budget.cap < SMALLEST_CAP) throw new ContextDoesNotFit(access.agent, budget);
  return {
    plan,
    hash,
    tokenizer,
    counting,
    count,
    budget,
    selectedTools,
    pictures,
    queries: queries + granted.queries,
  };
}
