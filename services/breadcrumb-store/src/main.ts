/** breadcrumb-store: the record. */
export const station = 'breadcrumb-store';
