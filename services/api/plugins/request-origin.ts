import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#infra/config/config.ts';
import { isLoopback } from '#infra/config/loopback.ts';
import { HttpError } from '../http-error.ts';

const httpsRequired = () =>
  new HttpError(
    403,
    'HTTPS_REQUIRED',
    'This address needs https. Nothing was done; change any password that you sent.',
  );

const wrongHost = () =>
  new HttpError(421, 'WRONG_HOST', 'This studio is a sandbox, and answers on this computer only.');

/**
 * Whether the request names this machine. A page of another site can have its own name resolved to 127.0.0.1 and then
 * read everything (DNS rebinding). But the browser still sends that name. The header is read as it is, because such a
 * page sets any other.
 */
function namesThisMachine({ headers: { host = '' } }: FastifyRequest): boolean {
  const name = host.replace(/:\d+$/, '');
  return name !== '' && isLoopback(name);
}

/**
 * Refuses requests that did not arrive by the site's address. In the sandbox these are requests under a name other
 * than this machine's, behind TLS calls of the API that arrived without it. A redirect would hide that passwords are
 * sent in clear.
 */
export function registerOriginChecks(app: FastifyInstance, config: Config): void {
  if (config.stripe.sandbox || config.brevo.sandbox) {
    app.addHook('onRequest', async (request) => {
      if (!namesThisMachine(request)) throw wrongHost();
    });
  }
  if (config.isBehindTls) {
    app.addHook('onRequest', async (request) => {
      if (isApiRoute(request) && request.protocol !== 'https') throw httpsRequired();
    });
  }
}

/** Whether the request is for the API, also when its URL is encoded in another way. */
export const isApiRoute = ({ url, routeOptions }: FastifyRequest): boolean =>
  [url, routeOptions.url ?? ''].some((each) => each.startsWith('/api/'));
