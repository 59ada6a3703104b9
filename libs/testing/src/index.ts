export { scriptedModel, type ScriptedModel } from './model/scripted-model';
export type { ModelCall, ModelCallBody, Script, ScriptedUsage, Scripting } from './model/script';
