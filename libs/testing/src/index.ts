export { scriptedModel, type ScriptedModel } from './model/scripted-model';
export type { ModelCall, ModelCallBody, Script, ScriptedUsage, Scripting } from './model/script';
export { natsServer, type TestNats } from './nats-server';
export { eventually } from './eventually';
