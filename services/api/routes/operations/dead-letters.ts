import { createBullBoard } from '@bull-board/api';
import { FastifyAdapter } from '@bull-board/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { staffCookie } from '#services/api/plugins/authentication.ts';
import { toolPolicy } from '#services/api/plugins/content-policy.ts';
import { answerError } from '#services/api/plugins/errors.ts';

const basePath = '/api/admin/jobs';

/** A page that the browser navigates to sends no bearer header, so its token comes from the cookie that an admin's sign-in sets. */
async function bearerFromCookie(request: FastifyRequest): Promise<void> {
  if (request.headers.authorization !== undefined) return;
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  const token = cookies.find((cookie) => cookie.startsWith(`${staffCookie}=`))?.slice(staffCookie.length + 1);
  if (token) request.headers.authorization = `Bearer ${token}`;
}

/** `GET /api/admin/jobs`: Bull Board for admins, which also lists the jobs that failed for good. */
export async function registerDeadLetterRoutes(
  app: FastifyInstance,
  { authentication, board }: ApiDependencies,
): Promise<void> {
  if (board === null) return;
  const server = new FastifyAdapter();
  server.setBasePath(basePath);
  const { setQueues } = createBullBoard({ queues: [], serverAdapter: server });
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', toolPolicy);
    });
    // Bull Board's page loads fonts from Google; the studio's pages load nothing from other sites.
    scope.addHook('onSend', async (_request, _reply, payload) =>
      typeof payload === 'string'
        ? payload.replace(/<link[^>]+fonts\.(googleapis|gstatic)\.com[^>]*>/g, '')
        : payload,
    );
    scope.addHook('onRequest', bearerFromCookie);
    const requireAdmin = authentication.requireStaff();
    scope.addHook('onRequest', async (request, reply) => {
      try {
        await requireAdmin(request);
        setQueues(await board.open());
      } catch (error) {
        // Answered here, since the board's own error handler has another shape.
        return answerError(error, request, reply);
      }
    });
    await scope.register(server.registerPlugin(), { prefix: basePath });
  });
}
