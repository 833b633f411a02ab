/** The database could not be asked. */
export class StorageUnavailableError extends Error {
  constructor(cause: unknown) {
    super('the database of the event store could not be asked', { cause });
  }
}
