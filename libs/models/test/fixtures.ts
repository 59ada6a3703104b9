export { ask, HELLO, modelOf, Told, until } from './model-fixture';
