import { wordList } from './word-list';

/** Words of which there are pairs or rows with opposite meanings: on and off, before and after, all and some. */
export const OPPOSITES = wordList(
  'on off true false enable disable enabled disabled allow deny allowed denied accept reject add remove start stop started',
  'stopped open close opened closed before after more less up down increase decrease always must may might should only except',
  'unless if all some any every now later today yesterday tomorrow',
  'an aus wahr falsch vor nach mehr weniger auf ab immer muss darf kann nur außer wenn alle manche jeder heute gestern morgen',
  'avant après plus moins toujours doit peut seulement sauf si tous certains chaque vrai faux hier demain',
  'antes después depois más menos mais siempre sempre debe puede sólo solo solamente salvo todos algunos cada verdadero falso ayer mañana ontem amanhã',
  'prima dopo più meno deve può soltanto tranne tutti alcuni ogni vero ieri domani',
  'aan uit waar onwaar voor na meer minder altijd moet mag kan alleen behalve als alle sommige elke gisteren vandaag',
);
