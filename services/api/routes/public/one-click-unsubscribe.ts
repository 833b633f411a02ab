import type { z } from 'zod';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { HttpError } from '#services/api/http-error.ts';
import { limitPerMinute } from '#services/api/plugins/rate-limits.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { unsubscribe } from '#services/api/unsubscribe.ts';
import { oneClickQuery } from '#services/contract/consents.ts';
import { commandAnswer } from '#services/contract/errors.ts';

/** One mail provider sends for all its users, from few addresses. */
const perMinute = 300;
const bodyLimit = 4_096;

/** The field of RFC 8058, in a form of either encoding. */
const oneClick =
  /(^|&)List-Unsubscribe=One-Click(&|$)|name="List-Unsubscribe"(?:\r\n[^\r\n]+)*\r\n\r\nOne-Click\r\n/i;

/**
 * `POST /unsubscribe?token=…`: what a mail program sends to the address in `List-Unsubscribe` (RFC 8058) when its user presses
 * "Unsubscribe". The same address as a page only asks, since scanners of mail open every link.
 */
export async function registerOneClickUnsubscribe(parent: TypedApp, deps: ApiDependencies): Promise<void> {
  // In a scope of its own, since no other route takes forms.
  await parent.register(async (app) => {
    app.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, body),
    );
    app.post<{ Querystring: z.infer<typeof oneClickQuery> }>(
      '/unsubscribe',
      {
        config: limitPerMinute(perMinute),
        schema: { tags: ['account'], querystring: oneClickQuery, response: { 200: commandAnswer } },
      },
      async (request) => {
        if (typeof request.body !== 'string' || !oneClick.test(request.body)) {
          throw new HttpError(400, 'INVALID_INPUT', 'This address takes List-Unsubscribe=One-Click only.');
        }
        return unsubscribe(deps, request, request.query.token);
      },
    );
  });
}
