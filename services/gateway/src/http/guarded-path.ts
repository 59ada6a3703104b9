function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/**
 * A path as guards compare it: decoded, in lower case, with single slashes and none at its end. A guard must not depend on how a path is spelled, also where
 * no route takes that spelling. `/V1//Models/` is `/v1/models`.
 */
export const guardedPath = (path: string): string =>
  decode(path)
    .replaceAll('\\', '/')
    .replace(/;[^/]*/g, '')
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
    .toLowerCase();
