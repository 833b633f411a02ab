/** A log cannot be copied. The message is a sentence for the operator, without the content of events. */
export class MigrationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'MigrationError';
  }
}
