import type { Config } from '#infra/config/config.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { type ConfigAnswer, configAnswer } from '#services/contract/payments.ts';

export function toSiteConfig({ studio, stripe, brevo }: Config, demoIsBeingMade: boolean): ConfigAnswer {
  const { name, town, email, address } = studio;
  return {
    studio: { name, town, email, address },
    sandbox: stripe.sandbox || brevo.sandbox,
    demoIsBeingMade,
    stripe: {
      publishableKey: stripe.publishableKey,
      sandboxScriptUrl: stripe.sandbox ? '/sandbox/stripe/stripe.js' : null,
    },
  };
}

/** `GET /api/config`: what the web app needs before it starts. */
export function registerSiteConfigRoutes(app: TypedApp, { readSiteConfig }: ApiDependencies): void {
  app.get('/api/config', { schema: { tags: ['studio'], response: { 200: configAnswer } } }, async () =>
    readSiteConfig(),
  );
}
