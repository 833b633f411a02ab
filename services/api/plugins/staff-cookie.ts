import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#infra/config/config.ts';
import { staffLifetimeMs } from '../sessions.ts';
import { formatCookie, getCookieName, readCookie } from './cookies.ts';

type Site = Pick<Config, 'isBehindTls'>;

/** The cookie with an admin's token, for the pages that the browser navigates to and sends no bearer header. */
const getName = (config: Site) => getCookieName(config, 'staff_jobs');

export const setStaffCookie = (reply: FastifyReply, config: Site, token: string): FastifyReply =>
  reply.header(
    'set-cookie',
    formatCookie(config, {
      name: getName(config),
      value: token,
      maxAgeSeconds: staffLifetimeMs / 1_000,
    }),
  );

export const clearStaffCookie = (reply: FastifyReply, config: Site): FastifyReply =>
  reply.header('set-cookie', formatCookie(config, { name: getName(config), value: '', maxAgeSeconds: 0 }));

/** The hook of pages for admins, before the one that checks the token: takes the token from the cookie. */
export const bearerFromCookie =
  (config: Site) =>
  async ({ headers }: FastifyRequest): Promise<void> => {
    if (headers.authorization !== undefined) return;
    const token = readCookie(headers.cookie, getName(config));
    if (token !== null) headers.authorization = `Bearer ${token}`;
  };
