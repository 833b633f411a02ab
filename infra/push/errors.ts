/** A push service is unavailable (network, timeout, 5xx, rate limit); the job is retried. */
export class PushUnavailable extends Error {
  override readonly name = 'PushUnavailable';
}
