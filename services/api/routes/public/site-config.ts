import type { TypedApp } from '#services/api/typed-app.ts';
import { type ConfigAnswer, configAnswer } from '#services/contract/payments.ts';

/** `GET /api/config`: what the browser must know before it starts. */
export function registerSiteConfigRoutes(app: TypedApp, answer: ConfigAnswer): void {
  app.get(
    '/api/config',
    { schema: { tags: ['studio'], response: { 200: configAnswer } } },
    async () => answer,
  );
}
