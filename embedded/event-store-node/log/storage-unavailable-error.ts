/** The database could not be queried. */
export class StorageUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The database of the event store could not be queried', { cause });
  }
}
