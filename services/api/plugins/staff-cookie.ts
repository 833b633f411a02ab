import { secondsInHour } from 'date-fns/constants';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#infra/config/config.ts';
import { sessionHours } from '../sessions.ts';

type Site = Pick<Config, 'isBehindTls'>;

/**
 * The cookie with an admin's token, for the pages that the browser navigates to and sends no bearer header. Behind TLS its prefix
 * makes browsers refuse one that was set without TLS or by a neighbouring host name, hence the path `/`.
 */
const getName = ({ isBehindTls }: Site) => (isBehindTls ? '__Host-staff_jobs' : 'staff_jobs');

function formatCookie(config: Site, value: string, maxAgeSeconds: number): string {
  const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAgeSeconds}`;
  return `${getName(config)}=${value}; ${attributes}${config.isBehindTls ? '; Secure' : ''}`;
}

export const setStaffCookie = (reply: FastifyReply, config: Site, token: string): FastifyReply =>
  reply.header('set-cookie', formatCookie(config, token, sessionHours.staff * secondsInHour));

export const clearStaffCookie = (reply: FastifyReply, config: Site): FastifyReply =>
  reply.header('set-cookie', formatCookie(config, '', 0));

/** The hook of pages for admins, before the one that checks the token: takes the token from the cookie. */
export const bearerFromCookie =
  (config: Site) =>
  async ({ headers }: FastifyRequest): Promise<void> => {
    if (headers.authorization !== undefined) return;
    const prefix = `${getName(config)}=`;
    const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
    const token = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length);
    if (token) headers.authorization = `Bearer ${token}`;
  };
