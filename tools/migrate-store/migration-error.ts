/** A log can't be carried over; the message is a sentence for whoever runs the command, and holds no event's content. */
export class MigrationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'MigrationError';
  }
}
