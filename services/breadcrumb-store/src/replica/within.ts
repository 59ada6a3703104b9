/** How long a request waits for the replica, milliseconds; then the writer answers it. */
export const WITHIN_MS = 50;
