import { schemas } from './generated/schemas';

/** JSON Schema of a breadcrumb as the store returns it. */
export const envelopeSchema: object = schemas['envelope.v1'];

/** JSON Schema of the fields that a caller may set on a new crumb. */
export const draftSchema: object = schemas['envelope.draft.v1'];
