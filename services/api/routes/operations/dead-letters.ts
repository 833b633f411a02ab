import { createBullBoard } from '@bull-board/api';
import { FastifyAdapter } from '@bull-board/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ApiDependencies, DeadLetterBoard } from '#services/api/dependencies.ts';
import { HttpError } from '#services/api/http-error.ts';
import { getStaff } from '#services/api/plugins/authentication.ts';
import { toolPolicy } from '#services/api/plugins/content-policy.ts';
import { answerError } from '#services/api/plugins/errors.ts';
import { bearerFromCookie } from '#services/api/plugins/staff-cookie.ts';
import { backgroundHeader } from '#services/contract/background-header.ts';

const basePath = '/api/admin/jobs';
const queues = `${basePath}/api/queues/:queueName`;

/**
 * The requests that change anything, by the routes of Bull Board; it has many more, and a new version may add some. A paused
 * queue or a job that is removed before it ran would stop emails for good. A changed or added one would run with any content.
 */
const acts: Readonly<Record<string, { act: string; states: readonly string[] }>> = {
  [`PUT ${queues}/retry/:queueStatus`]: { act: 'retry-all', states: ['failed'] },
  [`PUT ${queues}/clean/:queueStatus`]: { act: 'clean-all', states: ['failed', 'completed'] },
  [`PUT ${queues}/:jobId/retry`]: { act: 'retry', states: ['failed'] },
  [`PUT ${queues}/:jobId/clean`]: { act: 'clean', states: ['failed', 'completed'] },
};

const actParams = z.object({
  queueName: z.string(),
  queueStatus: z.string().optional(),
  jobId: z.string().optional(),
});

const findAct = ({ method, routeOptions }: FastifyRequest) => acts[`${method} ${routeOptions.url}`];

const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** The state of the jobs that the request is about; undefined of a job that does not exist, which Bull Board answers with 404. */
async function readState(request: FastifyRequest, board: NonNullable<DeadLetterBoard>) {
  const { queueName, queueStatus, jobId } = actParams.parse(request.params);
  if (jobId === undefined) return queueStatus;
  const lanes = await board.open();
  const job = await lanes.find((lane) => lane.getName() === queueName)?.getJob(jobId);
  return job?.getState();
}

/** @throws HttpError 403 for every change but retrying and removing jobs that are over */
async function refuseOtherActs(request: FastifyRequest, board: NonNullable<DeadLetterBoard>): Promise<void> {
  if (isReading(request)) return;
  const allowed = findAct(request);
  const state = allowed === undefined ? undefined : await readState(request, board);
  if (allowed !== undefined && (state === undefined || allowed.states.includes(state))) return;
  throw new HttpError(
    403,
    'FORBIDDEN',
    'This page only shows jobs, retries failed ones and removes those that are over.',
  );
}

/** Logs who did what. A shared password names only the role. */
function logAct(request: FastifyRequest, status: number): void {
  if (isReading(request) || request.principal === null) return;
  const { queueName, queueStatus, jobId } = actParams.partial().parse(request.params);
  const { role, staffId } = getStaff(request);
  request.log.warn(
    {
      act: findAct(request)?.act ?? `${request.method} ${routeBelowBase(request)}`,
      queue: queueName,
      ...(jobId === undefined ? { jobs: queueStatus } : { jobId }),
      role,
      staffId: staffId ?? 'shared password',
      status,
    },
    status < 400 ? 'Jobs were changed by hand' : 'A change of jobs was refused',
  );
}

const routeBelowBase = ({ routeOptions }: FastifyRequest) => (routeOptions.url ?? '').slice(basePath.length);

/** `GET /api/admin/jobs`: Bull Board for admins, which also lists the jobs that failed for good. */
export async function registerDeadLetterRoutes(
  app: FastifyInstance,
  {
    authentication,
    board,
    config,
  }: Pick<ApiDependencies, 'board'> & {
    config: Pick<ApiDependencies['config'], 'isBehindTls'>;
    authentication: Pick<ApiDependencies['authentication'], 'requireStaff'>;
  },
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
    scope.addHook('onRequest', bearerFromCookie(config));
    // The page reads its queues again every few seconds, whether anyone is there or not.
    scope.addHook('onRequest', async (request) => {
      if (isReading(request) && request.url.startsWith(`${basePath}/api/`))
        request.headers[backgroundHeader] = '1';
    });
    const requireAdmin = authentication.requireStaff();
    scope.addHook('onRequest', async (request, reply) => {
      try {
        await requireAdmin(request);
        await refuseOtherActs(request, board);
        setQueues(await board.open());
      } catch (error) {
        // Answered here, since the board's own error handler has another shape.
        return answerError(error, request, reply);
      }
    });
    scope.addHook('onResponse', async (request, reply) => logAct(request, reply.statusCode));
    await scope.register(server.registerPlugin(), { prefix: basePath });
  });
}
