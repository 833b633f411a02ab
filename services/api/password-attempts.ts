import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DeviceOwner, findKnownDevice, rememberDevice } from '#infra/postgres/tables/known-devices.ts';
import { startTry } from '#infra/postgres/tables/password-tries.ts';
import { getClientNetwork } from './client-network.ts';
import type { ApiDependencies } from './dependencies.ts';
import { tooManyWrongPasswords } from './http-error.ts';
import { readDeviceToken, setDeviceCookie } from './plugins/device-cookie.ts';

type AttemptDependencies = Pick<ApiDependencies, 'pool' | 'config' | 'clientHash'>;

/** What a password, or the code beside it, is tried for. */
interface Credential {
  /** `member`, `account` of the staff, `second-factor` for its code, or the role of a shared password. */
  readonly credentialKind: string;
  /** Of the typed email, whether anyone has it or not; null for a shared password. */
  readonly accountHash: string | null;
  /** Who has signed in with it in known browsers; null for an unknown email. */
  readonly owner: DeviceOwner | null;
}

const unknownOwner: DeviceOwner = { id: '', epoch: '' };

/** The owner of an account in its credential epoch. */
export const toDeviceOwner = ({ id, epoch }: { id: string; epoch: number }): DeviceOwner => ({
  id,
  epoch: String(epoch),
});

/**
 * Records an attempt at a password, as failed, before the password is verified, so that concurrent attempts are counted too. Every form
 * with a current password begins with this. A known browser is slowed down by its own wrong passwords only. Returns the attempt's id.
 * @throws HttpError 429 with Retry-After while wrong ones slow it down
 */
export async function beginPasswordAttempt(
  { pool, config, clientHash }: AttemptDependencies,
  request: FastifyRequest,
  { credentialKind, accountHash, owner }: Credential,
  refuse: (seconds: number) => Error = tooManyWrongPasswords,
): Promise<string> {
  const token = readDeviceToken(config, request);
  // An unknown email is looked up too, so that the time of the answer does not reveal who has an account.
  const deviceId = token === null ? null : await findKnownDevice(pool, token, owner ?? unknownOwner);
  const attempt = await startTry(
    pool,
    { credentialKind, clientHash: clientHash(getClientNetwork(request.ip)), accountHash, deviceId },
    { isLimited: config.rateLimits },
  );
  if ('shutForSeconds' in attempt) {
    request.log.warn({ credential: credentialKind }, 'Not checked after too many wrong ones');
    throw refuse(attempt.shutForSeconds);
  }
  return attempt.id;
}

/** Makes the browser of a request known to the person who has proved a password, or the link to set one. */
export async function rememberBrowser(
  { pool, config }: Pick<ApiDependencies, 'pool' | 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
  owner: DeviceOwner,
): Promise<void> {
  if (!config.rateLimits) return;
  setDeviceCookie(reply, config, await rememberDevice(pool, readDeviceToken(config, request), owner));
}
