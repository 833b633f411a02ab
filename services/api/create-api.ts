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
import { createWishedIds } from './idempotent-ids.ts';
import { LiveNews } from './live/change-notifier.ts';
import { LiveReaders } from './live/live-connections.ts';
import { registerBookingsInLine } from './load-shedding/booking-queue.ts';
import { type Doors, openDoors } from './load-shedding/listeners.ts';
import { prepareLooks } from './load-shedding/prepare-statements.ts';
import { looksInLine } from './load-shedding/read-queue.ts';
import { registerAuthentication } from './plugins/authentication.ts';
import { answersWithinMs, registerDeadline } from './plugins/deadline.ts';
import { registerDocumentation } from './plugins/documentation.ts';
import { registerDrain } from './plugins/drain.ts';
import { answerBadUrl, answerUnreadable, registerErrors } from './plugins/errors.ts';
import { registerRateLimits } from './plugins/rate-limits.ts';
import { RequestLog } from './plugins/request-log.ts';
import { registerSecurityHeaders } from './plugins/security-headers.ts';
import { registerTelemetry } from './plugins/telemetry.ts';
import { registerTextGuard } from './plugins/text-guard.ts';
import { registerWeb } from './plugins/web.ts';
import { adminBookingRoutes } from './routes/admin/bookings.ts';
import { adminCampaignRoutes } from './routes/admin/campaigns.ts';
import { adminClassRoutes } from './routes/admin/classes.ts';
import { adminFigureRoutes } from './routes/admin/figures.ts';
import { adminInstructorRoutes } from './routes/admin/instructors.ts';
import { adminMemberRoutes } from './routes/admin/members.ts';
import { adminMembershipRoutes } from './routes/admin/memberships.ts';
import { adminPassRoutes } from './routes/admin/passes.ts';
import { adminRefundRoutes } from './routes/admin/refunds.ts';
import { adminSettingRoutes } from './routes/admin/settings.ts';
import { adminStaffRoutes } from './routes/admin/staff.ts';
import { adminTemplateClassRoutes } from './routes/admin/template-classes.ts';
import { adminTemplateRoutes } from './routes/admin/templates.ts';
import { adminWeekRoutes } from './routes/admin/weeks.ts';
import { auditEvidenceRoutes } from './routes/audit/evidence.ts';
import { auditRoutes } from './routes/audit/histories.ts';
import { accountRoutes } from './routes/member/account.ts';
import { authRoutes } from './routes/member/auth.ts';
import { bookingRoutes } from './routes/member/bookings.ts';
import { calendarRoutes } from './routes/member/calendar.ts';
import { consentRoutes } from './routes/member/consents.ts';
import { emailChangeRoutes } from './routes/member/email-change.ts';
import { erasureRoutes } from './routes/member/erasure.ts';
import { membershipRoutes } from './routes/member/membership.ts';
import { passwordResetRoutes } from './routes/member/password-reset.ts';
import { paymentRoutes } from './routes/member/payments.ts';
import { waitlistRoutes } from './routes/member/waitlist.ts';
import { walletRoutes } from './routes/member/wallet.ts';
import { type DeadLetterBoard, deadLetterRoutes } from './routes/operations/dead-letters.ts';
import { healthRoutes } from './routes/operations/health.ts';
import { stripeWebhookRoutes } from './routes/operations/stripe-webhook.ts';
import { catalogueRoutes } from './routes/public/catalogue.ts';
import { liveRoutes } from './routes/public/live-events.ts';
import { settingRoutes } from './routes/public/membership-availability.ts';
import { registrationRoutes } from './routes/public/registrations.ts';
import { keepClassesOfDay, scheduleRoutes } from './routes/public/schedule.ts';
import { siteConfigRoutes } from './routes/public/site-config.ts';
import { instructorRoutes } from './routes/staff/instructor.ts';
import { staffJoinRoutes } from './routes/staff/join.ts';
import { staffSessionRoutes } from './routes/staff/session.ts';
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
async function closeServer(app: FastifyInstance, doors: Doors | null): Promise<void> {
  const closed = Promise.all([app.close(), doors?.close()]);
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
        looksInLine(handler, answersWithinMs),
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
  registerBookingsInLine(app);
  registerTextGuard(app);
  registerDrain(app, options.isLeaving ?? (() => false));
  if (config.rateLimits) await registerRateLimits(app, runtime);
  const sessions = new Sessions(pool);
  const authentication = await registerAuthentication(app, config.jwtSecret, sessions);
  await registerDocumentation(app, config.studio.name);

  const readers = new LiveReaders();
  const news = new LiveNews(readers);
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
    wishedIds: {
      classId: createWishedIds(pool, { kind: 'class', sequence: 'class_id_seq' }),
      instructorId: createWishedIds(pool, { kind: 'instructor', sequence: 'instructor_id_seq' }),
      passId: createWishedIds(pool, { kind: 'pass', sequence: 'pass_id_seq' }),
      registrationId: createWishedIds(pool, { kind: 'registration', sequence: 'registration_id_seq' }),
      templateId: createWishedIds(pool, { kind: 'template', sequence: 'template_id_seq' }),
      templateClassId: createWishedIds(pool, { kind: 'template-class', sequence: 'template_class_id_seq' }),
    },
    catchUp: createCatchUp((position, projections, patience) =>
      waiter.waitFor(position, projections, patience),
    ),
  };
  const verifications = new VerificationRuns({ config, rootKey: runtime.rootKey, ...runtime.backends });
  const site = siteConfig(runtime);
  healthRoutes(app, { pool, isReady });
  siteConfigRoutes(app, site);
  authRoutes(app, deps);
  passwordResetRoutes(app, deps);
  emailChangeRoutes(app, deps);
  accountRoutes(app, deps);
  erasureRoutes(app, deps);
  catalogueRoutes(app, deps, waiter);
  const days = keepClassesOfDay(app, deps, waiter);
  scheduleRoutes(app, deps, days);
  bookingRoutes(app, deps);
  calendarRoutes(app, deps);
  waitlistRoutes(app, deps, days);
  walletRoutes(app, deps);
  paymentRoutes(app, deps);
  await stripeWebhookRoutes(app, deps);
  membershipRoutes(app, deps);
  settingRoutes(app, deps);
  registrationRoutes(app, deps);
  consentRoutes(app, deps);
  staffSessionRoutes(app, deps);
  staffJoinRoutes(app, deps);
  adminStaffRoutes(app, deps);
  adminInstructorRoutes(app, deps);
  adminClassRoutes(app, deps);
  adminBookingRoutes(app, deps);
  adminPassRoutes(app, deps);
  instructorRoutes(app, deps);
  adminFigureRoutes(app, deps);
  adminRefundRoutes(app, deps);
  adminMembershipRoutes(app, deps);
  adminMemberRoutes(app, deps);
  adminCampaignRoutes(app, deps);
  adminSettingRoutes(app, deps);
  adminTemplateRoutes(app, deps);
  adminTemplateClassRoutes(app, deps);
  adminWeekRoutes(app, deps);
  auditRoutes(app, deps);
  auditEvidenceRoutes(app, deps, verifications);
  await deadLetterRoutes(app, authentication, options.board);
  liveRoutes(app, { readers, authentication, isLimited: config.rateLimits });
  await options.extend?.(app);
  if (webRoot !== null) await registerWeb(app, webRoot, site, config.siteUrl);

  let doors: Doors | null = null;
  return {
    app,
    async listen(where) {
      const opened = openConnections(pool, (connection) => prepareLooks(connection, clock.now()));
      doors = await openDoors(app, where);
      await opened;
    },
    async close() {
      stopTelling();
      news.close();
      await verifications.close();
      readers.close();
      await closeServer(app, doors);
      await endedSessions.close();
    },
  };
}
