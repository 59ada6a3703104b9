import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of Crumbtrail, from the package.json of the checkout or image. All its services have this one. */
export const PRODUCT_VERSION: string = (
  JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8')) as { readonly version: string }
).version;
