import type { TestStack } from '@crumbtrail/testing';

/** How often a process has died at a crash point so far. */
export const countDeaths = (stack: Pick<TestStack, 'log'>, service: string, point: string): number =>
  stack.log(service).split(`dying at ${point}\n`).length - 1;
