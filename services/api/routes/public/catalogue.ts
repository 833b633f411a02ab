import { readClassPasses } from '#projections/read-models/catalogue/queries.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { cacheUntilChange } from '#services/api/load-shedding/cached-answer.ts';
import { CachedJson } from '#services/api/load-shedding/cached-json.ts';
import { sendCachedJson } from '#services/api/load-shedding/send-cached-json.ts';
import { describeProducts } from '#services/api/presenters/describe-products.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { type ClassPassesAnswer, classPassesAnswer } from '#services/contract/catalogue.ts';

/** `GET /api/class-passes`: the passes on sale. */
export function registerCatalogueRoutes(app: TypedApp, { pool, waiter }: ApiDependencies): void {
  const readCatalogue = cacheUntilChange(app, waiter, 'catalogue', async () => {
    const passes = await readClassPasses(pool);
    const answer: ClassPassesAnswer = {
      classPasses: describeProducts(passes.filter(({ isActive }) => isActive)),
    };
    return new CachedJson(JSON.stringify(answer));
  });

  app.get(
    '/api/class-passes',
    { schema: { tags: ['passes'], response: { 200: classPassesAnswer } } },
    async (_request, reply) => {
      return sendCachedJson(reply, await readCatalogue());
    },
  );
}
