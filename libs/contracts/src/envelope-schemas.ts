import { schemas } from './generated/schemas';

/** JSON Schema of a breadcrumb as the store gives it. */
export const envelopeSchema: object = schemas['envelope.v1'];

/** JSON Schema of what a caller may say of a new crumb. */
export const draftSchema: object = schemas['envelope.draft.v1'];
