/** The folder of Postgres' programs, with pgvector installed; found on this machine, or built into the cache. */
export function ensurePostgres(): string;
