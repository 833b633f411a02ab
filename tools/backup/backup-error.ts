/** A backup can't be made, read or brought back; the message is a sentence for whoever runs the command. */
export class BackupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'BackupError';
  }
}
