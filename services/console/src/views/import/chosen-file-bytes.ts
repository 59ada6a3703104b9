import type { ExportBytes } from '@crumbtrail/chat-imports';

/** The bytes of a file that was chosen on this page. Read by a reader: not every browser iterates over streams. */
export const chosenFileBytes = (file: File): ExportBytes => ({
  path: file.name,
  name: file.name,
  size: file.size,
  slice: async (from, to) => new Uint8Array(await file.slice(from, to).arrayBuffer()),
  async *chunks() {
    const reader = file.stream().getReader();
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
    } finally {
      await reader.cancel();
    }
  },
});
