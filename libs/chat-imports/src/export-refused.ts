/** Why a file is not imported, in a sentence that says what to do. */
export class ExportRefused extends Error {
  override readonly name = 'ExportRefused';
}
