import { createHmac } from 'node:crypto';
import { z } from 'zod';

const payload = z.object({ sid: z.string(), iat: z.number(), exp: z.number() });
type TokenPayload = z.infer<typeof payload>;

/** The session of a token, and the seconds between which it is valid. */
export const readTokenPayload = (token: string): TokenPayload =>
  payload.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));

/** Signs a token as the API does, such as the one that a session had some days ago. */
export function signToken(secret: string, times: TokenPayload): string {
  const parts = [
    { alg: 'HS256', typ: 'at+jwt' },
    { ...times, iss: 'tideline', aud: 'tideline-api' },
  ];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
