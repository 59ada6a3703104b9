export { WIRE } from './generated/wire-names';
