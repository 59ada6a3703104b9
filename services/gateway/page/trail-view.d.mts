/** The page's script is plain JavaScript; its specs look at it as data. */
export function duration(ms: number | undefined): string;
export function treeRows(trail: object): { id: string; depth: number; name: string; says: string }[];
export function contextIds(trail: object): string[];
export function itemRows(explanation: object): object[];
export function contextLine(explanation: object): string;
export function promptBlocks(explanation: object): { heading: string; text: string }[];
export function refusal(status: number, problem?: object): string;
