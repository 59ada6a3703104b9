const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Is it a UUID? Anything else is refused before it reaches the database. */
export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text);
