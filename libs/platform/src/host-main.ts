import 'reflect-metadata';
import { runHost } from './host';

runHost();
