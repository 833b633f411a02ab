import { GrpcError, Status } from './status.ts';

/** Counts the memory of unfinished requests, so that clients that never finish theirs cannot exhaust that of the process. */
export class RequestMemory {
  #free: number;

  constructor(maxBytes: number) {
    this.#free = maxBytes;
  }

  /** @throws GrpcError when there is not enough; the client may try again later */
  take(bytes: number): void {
    if (bytes > this.#free)
      throw new GrpcError(Status.unavailable, 'Unfinished requests take too much memory at the moment.');
    this.#free -= bytes;
  }

  give(bytes: number): void {
    this.#free += bytes;
  }
}
