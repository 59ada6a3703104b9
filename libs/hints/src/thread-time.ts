import { readFileSync, readlinkSync } from 'node:fs';

/** The kernel's id of the calling thread, for {@link threadCpuMs}; 0 where the system has no `/proc/thread-self` (not Linux). */
export function kernelThreadId(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return 0;
  }
}

/**
 * Processor time that a thread of this process has used, in milliseconds. Unlike elapsed time it does not grow while a busy machine
 * does not run the thread. Where the system does not count threads (not Linux), it is that of the whole process.
 */
export function threadCpuMs(threadId: number): number {
  try {
    if (threadId > 0) return Number(readFileSync(`/proc/self/task/${threadId}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    // The thread has ended, or this kernel keeps no statistics: the process's time is the upper bound.
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
