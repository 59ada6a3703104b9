import type { StoredFile } from '@crumbtrail/contracts';

const KIB = 1024;

function size(bytes: number): string {
  if (bytes < KIB) return `${bytes} bytes`;
  return bytes < KIB * KIB ? `${Math.round(bytes / KIB)} kB` : `${(bytes / KIB / KIB).toFixed(1)} MB`;
}

/** A file as texts show it: one line for a picture; name and text for others, the text cut to `room` characters. */
export function showFile(
  name: string,
  file: Omit<StoredFile, 'hash'> & { readonly text: string | null },
  room: number,
): string {
  const { bytes, width, height, text } = file;
  if (text === null) return `[picture: ${name}, ${width}×${height}, ${size(bytes)}]`;
  const shown = text.slice(0, Math.max(0, room)).toWellFormed();
  const end = shown.length < text.length ? `[${name} goes on]` : `[end of ${name}]`;
  return `[file: ${name}, ${size(bytes)}]\n${shown}\n${end}`;
}
