export { scriptedModel, type ScriptedModel } from './model/scripted-model';
export type { ModelCall, ModelCallBody, Script, ScriptedUsage, Scripting } from './model/script';
export { natsServer, type TestNats } from './nats-server';
export { eventually } from './eventually';
export { TestStack, type StackSettings } from './stack/test-stack';
export { Api, Refused, type Answer, type Asking } from './stack/api';
export { freshDatabase, type FreshDatabase } from './stack/fresh-database';
