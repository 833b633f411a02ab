import Fastify, { type FastifyBaseLogger } from 'fastify';
import { registerSandbox } from '#embedded/sandbox/register-sandbox.ts';
import { systemClock } from '#infra/clock/system-clock.ts';
import { createLogger } from '#infra/logging/logger.ts';
import { createPool } from '#infra/postgres/create-pool.ts';
import { Shutdown } from '#infra/runtime/shutdown.ts';
import { configuredBackends, readConfig } from '#infra/runtime/startup.ts';

/**
 * Serves the stand-ins of Stripe and Brevo from a process and a database of their own. They survive when a process of the studio
 * is killed. Their clock is the machine's and cannot be moved.
 */
const config = readConfig();
const { databaseUrl } = configuredBackends(config);
const logger = createLogger({ level: config.logLevel, component: 'stand-ins' });
const shutdown = new Shutdown(logger);
const pool = createPool(databaseUrl, { max: 10, applicationName: 'tideline stand-ins' });
shutdown.addStep('connections', () => pool.end());
const loggerInstance: FastifyBaseLogger = logger;
const app = Fastify({ loggerInstance, disableRequestLogging: true });
const sandbox = await registerSandbox(app, {
  pool,
  clock: systemClock,
  advanceTo: () => Promise.reject(new Error('Separate processes use the machine’s clock')),
  parts: { stripe: true, brevo: true },
  siteUrl: () => config.siteUrl,
  webhookUrl: () => `${config.siteUrl}/api/webhooks/stripe`,
  webhookSecret: config.stripe.webhookSecret,
  secretKey: config.stripe.secretKey,
  publishableKey: config.stripe.publishableKey,
  logger,
});
app.get('/health/ready', async () => ({ status: 'ok' }));
shutdown.addStep('http', () => app.close());
shutdown.addStep('sandbox', () => sandbox.stop());
await app.listen({ port: config.port, host: config.host });
