export { aDefinition, aResult, aStep, aTool, aTurn, CONTEXT, TURN } from './turn-fixture';
