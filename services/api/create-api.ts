import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { StudioEvent } from '#domain/registry.ts';
import { listen } from '#infra/postgres/listener.ts';
import { openConnections } from '#infra/postgres/open-connections.ts';
import { createIdSequence } from '#infra/postgres/tables/id-sequence.ts';
import { createKeyedIds } from '#infra/postgres/tables/keyed-ids.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import type { ProjectionWaiter } from '#projections/waiting/create-projection-waiter.ts';
import { VerificationRuns } from '../audit/verification/verification-runs.ts';
import type { ConfigAnswer } from '../contract/payments.ts';
import { createCatchUp } from './catch-up.ts';
import type { ApiDependencies } from './dependencies.ts';
import { createIdempotentIds } from './idempotent-ids.ts';
import { ChangeNotifier } from './live/change-notifier.ts';
import { LiveConnections } from './live/live-connections.ts';
import { registerBookingQueue } from './load-shedding/booking-queue.ts';
import { type Listeners, openListeners } from './load-shedding/listeners.ts';
import { prepareStatements } from './load-shedding/prepare-statements.ts';
import { queueReads } from './load-shedding/read-queue.ts';
import { registerAuthentication } from './plugins/authentication.ts';
import { registerDeadline, requestTimeoutMs } from './plugins/deadline.ts';
import { registerDocumentation } from './plugins/documentation.ts';
import { registerDrain } from './plugins/drain.ts';
import { answerBadUrl, answerUnreadable, registerErrors } from './plugins/errors.ts';
import { registerRateLimits } from './plugins/rate-limits.ts';
import { RequestLog } from './plugins/request-log.ts';
import { registerSecurityHeaders } from './plugins/security-headers.ts';
import { registerTelemetry } from './plugins/telemetry.ts';
import { registerTextGuard } from './plugins/text-guard.ts';
import { registerWeb } from './plugins/web.ts';
import { registerAdminBookingRoutes } from './routes/admin/bookings.ts';
import { registerAdminCampaignRoutes } from './routes/admin/campaigns.ts';
import { registerAdminClassRoutes } from './routes/admin/classes.ts';
import { registerAdminFigureRoutes } from './routes/admin/figures.ts';
import { registerAdminInstructorRoutes } from './routes/admin/instructors.ts';
import { registerAdminMemberRoutes } from './routes/admin/members.ts';
import { registerAdminMembershipRoutes } from './routes/admin/memberships.ts';
import { registerAdminPassRoutes } from './routes/admin/passes.ts';
import { registerAdminRefundRoutes } from './routes/admin/refunds.ts';
import { registerAdminSettingRoutes } from './routes/admin/settings.ts';
import { registerAdminStaffRoutes } from './routes/admin/staff.ts';
import { registerAdminTemplateClassRoutes } from './routes/admin/template-classes.ts';
import { registerAdminTemplateRoutes } from './routes/admin/templates.ts';
import { registerAdminWeekRoutes } from './routes/admin/weeks.ts';
import { registerAuditEvidenceRoutes } from './routes/audit/evidence.ts';
import { registerAuditRoutes } from './routes/audit/histories.ts';
import { registerAccountRoutes } from './routes/member/account.ts';
import { registerAuthRoutes } from './routes/member/auth.ts';
import { registerBookingRoutes } from './routes/member/bookings.ts';
import { registerCalendarRoutes } from './routes/member/calendar.ts';
import { registerConsentRoutes } from './routes/member/consents.ts';
import { registerEmailChangeRoutes } from './routes/member/email-change.ts';
import { registerErasureRoutes } from './routes/member/erasure.ts';
import { registerMembershipRoutes } from './routes/member/membership.ts';
import { registerPasswordResetRoutes } from './routes/member/password-reset.ts';
import { registerPaymentRoutes } from './routes/member/payments.ts';
import { registerWaitlistRoutes } from './routes/member/waitlist.ts';
import { registerWalletRoutes } from './routes/member/wallet.ts';
import { type DeadLetterBoard, registerDeadLetterRoutes } from './routes/operations/dead-letters.ts';
import { registerHealthRoutes } from './routes/operations/health.ts';
import { registerStripeWebhookRoutes } from './routes/operations/stripe-webhook.ts';
import { registerCatalogueRoutes } from './routes/public/catalogue.ts';
import { registerLiveRoutes } from './routes/public/live-events.ts';
import { registerSettingRoutes } from './routes/public/membership-availability.ts';
import { registerRegistrationRoutes } from './routes/public/registrations.ts';
import { createTimetableCache, registerScheduleRoutes } from './routes/public/schedule.ts';
import { registerSiteConfigRoutes } from './routes/public/site-config.ts';
import { registerInstructorRoutes } from './routes/staff/instructor.ts';
import { registerStaffJoinRoutes } from './routes/staff/join.ts';
import { registerStaffSessionRoutes } from './routes/staff/session.ts';
import { Sessions } from './sessions.ts';

const bodyLimit = 256 * 1024;
/** A request has so long to arrive; what is read slowly, as events are, has no limit here. */
const arrivesWithinMs = 30_000;

export interface ApiOptions {
  readonly runtime: Runtime<StudioEvent>;
  readonly waiter: ProjectionWaiter;
  readonly isReady: () => boolean;
  /** Whether this process is about to end; never, when left out. */
  readonly isLeaving?: () => boolean;
  /** The built web, or null where something else serves it. */
  readonly webRoot: string | null;
  readonly board: DeadLetterBoard;
  /** Adds what only this installation serves, the sandbox, before the web takes the remaining paths. */
  readonly extend?: (app: FastifyInstance) => Promise<void>;
}

export interface Api {
  readonly app: FastifyInstance;
  /** Lets people in, and has all connections to Postgres open before many come. @throws EADDRINUSE when the port is taken */
  listen(where: { port: number; host: string }): Promise<void>;
  close(): Promise<void>;
}

function siteConfig({ config }: Runtime<StudioEvent>): ConfigAnswer {
  const { name, town, email, address } = config.studio;
  return {
    studio: { name, town, email, address },
    sandbox: config.stripe.sandbox || config.brevo.sandbox,
    stripe: {
      publishableKey: config.stripe.publishableKey,
      sandboxScriptUrl: config.stripe.sandbox ? '/sandbox/stripe/stripe.js' : null,
    },
  };
}

/**
 * Takes no more connections, and answers what was asked to its end: for 10 s, since what is read too slowly must not hold
 * up the end.
 */
async function closeServer(app: FastifyInstance, listeners: Listeners | null): Promise<void> {
  const closed = Promise.all([app.close(), listeners?.close()]);
  const { server } = app;
  // A connection kept alive would stay open long after its last answer.
  const idle = setInterval(() => server.closeIdleConnections(), 20);
  const giveUp = setTimeout(() => server.closeAllConnections(), 10_000);
  await closed;
  clearInterval(idle);
  clearTimeout(giveUp);
}

/** The HTTP side of the studio: plugins, then every area's routes, then the web. Listens to nothing yet. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { runtime, waiter, isReady, webRoot } = options;
  const {
    config,
    clock,
    pool,
    deciders,
    memberKeys,
    emailHash,
    staffEmailHash,
    clientHash,
    payments,
    subscriptions,
    membershipIds,
    unsubscribeTokens,
    auditSigner,
    eventStore,
  } = runtime;
  const baseLogger: FastifyBaseLogger = runtime.logger;
  const app = Fastify({
    loggerInstance: baseLogger,
    logController: new RequestLog(runtime.logger),
    bodyLimit,
    requestTimeout: arrivesWithinMs,
    genReqId: () => randomUUID(),
    // The address that the nearest proxy saw: what stands before it in the header anyone may have written.
    trustProxy: config.mode === 'production' ? (_address, hop) => hop === 0 : false,
    // What is being answered is answered to its end; a connection that waits for nothing is closed.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    serverFactory: (handler, { keepAliveTimeout, requestTimeout }) =>
      createServer(
        { keepAliveTimeout: Number(keepAliveTimeout), requestTimeout: Number(requestTimeout) },
        queueReads(handler, requestTimeoutMs),
      ),
    frameworkErrors: answerBadUrl,
    clientErrorHandler: answerUnreadable,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerErrors(app);
  registerTelemetry(app);
  registerDeadline(app);
  await registerSecurityHeaders(app, { isPublic: config.mode === 'production' });
  registerBookingQueue(app);
  registerTextGuard(app);
  registerDrain(app, options.isLeaving ?? (() => false));
  if (config.rateLimits) await registerRateLimits(app, runtime);
  const sessions = new Sessions(pool);
  const authentication = await registerAuthentication(app, config.jwtSecret, sessions);
  await registerDocumentation(app, config.studio.name);

  const readers = new LiveConnections();
  const news = new ChangeNotifier(readers);
  const stopTelling = waiter.onChange((changes) => news.tell(changes));
  const endedSessions = await listen(
    runtime.backends.databaseUrl,
    ['sessions'],
    ({ payload }) => {
      sessions.forget(payload);
      readers.endSession(payload);
    },
    { onReconnect: () => sessions.forget() },
  );

  const deps: ApiDependencies = {
    config,
    clock,
    pool,
    deciders,
    eventStore,
    memberKeys,
    emailHash,
    staffEmailHash,
    clientHash,
    payments,
    subscriptions,
    membershipIds,
    unsubscribeTokens,
    auditSigner,
    templateWeekIds: createKeyedIds(pool, { kind: 'template-week', sequence: 'class_id_seq' }),
    authentication,
    ids: {
      bookingId: createIdSequence(pool, 'booking_id_seq'),
      waitlistId: createIdSequence(pool, 'waitlist_id_seq', { block: 1 }),
    },
    idempotentIds: {
      classId: createIdempotentIds(pool, { kind: 'class', sequence: 'class_id_seq' }),
      instructorId: createIdempotentIds(pool, { kind: 'instructor', sequence: 'instructor_id_seq' }),
      passId: createIdempotentIds(pool, { kind: 'pass', sequence: 'pass_id_seq' }),
      registrationId: createIdempotentIds(pool, { kind: 'registration', sequence: 'registration_id_seq' }),
      templateId: createIdempotentIds(pool, { kind: 'template', sequence: 'template_id_seq' }),
      templateClassId: createIdempotentIds(pool, {
        kind: 'template-class',
        sequence: 'template_class_id_seq',
      }),
    },
    catchUp: createCatchUp((position, projections, patience) =>
      waiter.waitFor(position, projections, patience),
    ),
  };
  const verifications = new VerificationRuns({ config, rootKey: runtime.rootKey, ...runtime.backends });
  const site = siteConfig(runtime);
  registerHealthRoutes(app, { pool, isReady });
  registerSiteConfigRoutes(app, site);
  registerAuthRoutes(app, deps);
  registerPasswordResetRoutes(app, deps);
  registerEmailChangeRoutes(app, deps);
  registerAccountRoutes(app, deps);
  registerErasureRoutes(app, deps);
  registerCatalogueRoutes(app, deps, waiter);
  const days = createTimetableCache(app, deps, waiter);
  registerScheduleRoutes(app, deps, days);
  registerBookingRoutes(app, deps);
  registerCalendarRoutes(app, deps);
  registerWaitlistRoutes(app, deps, days);
  registerWalletRoutes(app, deps);
  registerPaymentRoutes(app, deps);
  await registerStripeWebhookRoutes(app, deps);
  registerMembershipRoutes(app, deps);
  registerSettingRoutes(app, deps);
  registerRegistrationRoutes(app, deps);
  registerConsentRoutes(app, deps);
  registerStaffSessionRoutes(app, deps);
  registerStaffJoinRoutes(app, deps);
  registerAdminStaffRoutes(app, deps);
  registerAdminInstructorRoutes(app, deps);
  registerAdminClassRoutes(app, deps);
  registerAdminBookingRoutes(app, deps);
  registerAdminPassRoutes(app, deps);
  registerInstructorRoutes(app, deps);
  registerAdminFigureRoutes(app, deps);
  registerAdminRefundRoutes(app, deps);
  registerAdminMembershipRoutes(app, deps);
  registerAdminMemberRoutes(app, deps);
  registerAdminCampaignRoutes(app, deps);
  registerAdminSettingRoutes(app, deps);
  registerAdminTemplateRoutes(app, deps);
  registerAdminTemplateClassRoutes(app, deps);
  registerAdminWeekRoutes(app, deps);
  registerAuditRoutes(app, deps);
  registerAuditEvidenceRoutes(app, deps, verifications);
  await registerDeadLetterRoutes(app, authentication, options.board);
  registerLiveRoutes(app, { readers, authentication, isLimited: config.rateLimits });
  await options.extend?.(app);
  if (webRoot !== null) await registerWeb(app, webRoot, site, config.siteUrl);

  let listeners: Listeners | null = null;
  return {
    app,
    async listen(where) {
      const opened = openConnections(pool, (connection) => prepareStatements(connection, clock.now()));
      listeners = await openListeners(app, where);
      await opened;
    },
    async close() {
      stopTelling();
      news.close();
      await verifications.close();
      readers.close();
      await closeServer(app, listeners);
      await endedSessions.close();
    },
  };
}
