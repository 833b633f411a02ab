import type { FastifyInstance } from 'fastify';

const plainForm = 'application/x-www-form-urlencoded';

/** Reads the forms of pages that work without script, in place of any other parser for them. */
export function acceptPlainForms(app: FastifyInstance): void {
  app.removeContentTypeParser(plainForm);
  app.addContentTypeParser(plainForm, { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
}
