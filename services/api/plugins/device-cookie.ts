import { secondsInDay } from 'date-fns/constants';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#infra/config/config.ts';
import { KNOWN_DEVICE_DAYS } from '#infra/postgres/tables/known-devices.ts';
import { formatCookie, getCookieName, readCookie } from './cookies.ts';

type Site = Pick<Config, 'isBehindTls'>;

/** 32 bytes in base64url. */
const token = /^[\w-]{43}$/;

/**
 * The cookie by which a browser is known in which a person has signed in. It authenticates no one: it only decides with whose wrong
 * passwords those of this browser are counted.
 */
const getName = (config: Site) => getCookieName(config, 'known_device');

export const readDeviceToken = (
  config: Site,
  { headers }: Pick<FastifyRequest, 'headers'>,
): string | null => {
  const value = readCookie(headers.cookie, getName(config));
  return value !== null && token.test(value) ? value : null;
};

export const setDeviceCookie = (reply: FastifyReply, config: Site, value: string): FastifyReply =>
  reply.header(
    'set-cookie',
    formatCookie(config, { name: getName(config), value, maxAgeSeconds: KNOWN_DEVICE_DAYS * secondsInDay }),
  );
