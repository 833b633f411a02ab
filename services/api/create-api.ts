import type { FastifyInstance, onRouteHookHandler } from 'fastify';
import type { StudioEvent } from '#domain/registry.ts';
import { listen } from '#infra/postgres/listener.ts';
import { openConnections } from '#infra/postgres/open-connections.ts';
import { SESSION_CHANNEL } from '#infra/postgres/tables/sessions.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import type { ProjectionWaiter } from '#projections/catch-up/create-projection-waiter.ts';
import type { DeadLetterBoard } from '#services/api/dependencies.ts';
import { createApp } from './create-app.ts';
import { createDependencies } from './dependencies.ts';
import { ChangeNotifier } from './live/change-notifier.ts';
import { type Listeners, openListeners } from './load-shedding/listeners.ts';
import { prepareStatements } from './load-shedding/prepare-statements.ts';
import { registerAuthentication } from './plugins/authentication.ts';
import { registerDocumentation } from './plugins/documentation.ts';
import { createPageTimetable } from './plugins/page-timetable.ts';
import { registerWeb } from './plugins/web.ts';
import { registerAdminRoutes } from './routes/admin/routes.ts';
import { registerAuditRoutes } from './routes/audit/routes.ts';
import { registerMemberRoutes } from './routes/member/routes.ts';
import { registerOperationsRoutes } from './routes/operations/routes.ts';
import { registerPublicRoutes } from './routes/public/routes.ts';
import { toSiteConfig } from './routes/public/site-config.ts';
import { registerStaffRoutes } from './routes/staff/routes.ts';
import { Sessions } from './sessions.ts';

const shutdownTimeoutMs = 10_000;

export interface ApiOptions {
  readonly runtime: Runtime<StudioEvent>;
  readonly waiter: ProjectionWaiter;
  readonly isReady: () => boolean;
  /** Whether this process is shutting down; never, when left out. */
  readonly isShuttingDown?: () => boolean;
  /** The built web, or null where another server serves it. */
  readonly webRoot: string | null;
  readonly board: DeadLetterBoard;
  /** Whether the demo studio is still being filled; never, when left out. */
  readonly isDemoBeingMade?: () => boolean;
  /** Called with each route as it is registered. */
  readonly onRoute?: onRouteHookHandler;
  /** Adds routes of this installation only, such as the sandbox's, before the web takes all other paths. */
  readonly extend?: (app: FastifyInstance) => Promise<void>;
}

export interface Api {
  readonly app: FastifyInstance;
  /** Accepts connections once those to Postgres are open. @throws EADDRINUSE when the port is taken */
  listen(where: { port: number; host: string }): Promise<void>;
  close(): Promise<void>;
}

/** Stops accepting connections and answers the requests in progress; destroys connections that are still open after 10 s. */
async function closeServer(app: FastifyInstance, listeners: Listeners | null): Promise<void> {
  const closed = Promise.all([app.close(), listeners?.close()]);
  const { server } = app;
  // A keep-alive connection would stay open long after its last answer.
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const timeout = setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs);
  await closed;
  clearInterval(idle);
  clearTimeout(timeout);
}

/** The HTTP API: plugins, the routes of every area, then the web. It does not listen yet. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { runtime, waiter, isReady, board, webRoot } = options;
  const { config, clock, pool, backends, clientHash } = runtime;
  const sessions = new Sessions(pool, runtime.sharedPasswordMarks);
  const app = await createApp(runtime, options.isShuttingDown ?? (() => false));
  if (options.onRoute !== undefined) app.addHook('onRoute', options.onRoute);
  const authentication = await registerAuthentication(app, {
    secret: config.jwtSecret,
    sessions,
    clientHash,
  });
  await registerDocumentation(app, config, authentication);

  const readSiteConfig = () => toSiteConfig(config, options.isDemoBeingMade?.() ?? false);
  const deps = createDependencies(app, {
    runtime,
    waiter,
    authentication,
    isReady,
    board,
    readSiteConfig,
  });
  const { liveConnections, verifications, whatIfs } = deps;
  const notifier = new ChangeNotifier(liveConnections);
  const unsubscribe = waiter.onChange((changes) => notifier.notify(changes));
  const endedSessions = await listen(
    backends.databaseUrl,
    [SESSION_CHANNEL],
    ({ payload }) => {
      sessions.evict(payload);
      liveConnections.endSession(payload);
    },
    { onReconnect: () => sessions.evict() },
  );

  await registerOperationsRoutes(app, deps);
  await registerPublicRoutes(app, deps);
  registerMemberRoutes(app, deps);
  registerStaffRoutes(app, deps);
  registerAdminRoutes(app, deps);
  registerAuditRoutes(app, deps);
  await options.extend?.(app);
  if (webRoot !== null)
    await registerWeb(app, webRoot, {
      ...config,
      readSiteConfig,
      readRules: deps.readRules,
      readTimetable: createPageTimetable(deps.timetable, () => clock.now()),
    });

  let listeners: Listeners | null = null;
  return {
    app,
    async listen(where) {
      const opened = openConnections(pool, (connection) => prepareStatements(connection, clock.now()));
      listeners = await openListeners(app, where);
      await opened;
    },
    async close() {
      unsubscribe();
      notifier.close();
      await Promise.all([verifications.close(), whatIfs.close()]);
      liveConnections.close();
      await closeServer(app, listeners);
      await endedSessions.close();
    },
  };
}
