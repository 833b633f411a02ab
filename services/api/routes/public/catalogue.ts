import { computeExpiry } from '#domain/london-time.ts';
import { Refusal } from '#domain/refusal.ts';
import { readClassPasses } from '#projections/read-models/catalogue/queries.ts';
import { readClassById } from '#projections/read-models/schedule/queries.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { cacheUntilChange } from '#services/api/load-shedding/cached-answer.ts';
import { CachedJson } from '#services/api/load-shedding/cached-json.ts';
import { sendCachedJson } from '#services/api/load-shedding/send-cached-json.ts';
import { describeProducts } from '#services/api/presenters/describe-products.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { type ClassPassesAnswer, classPassesAnswer, classPassesQuery } from '#services/contract/catalogue.ts';

/** `GET /api/class-passes`: the passes on sale, all of them or those that reach a class. */
export function registerCatalogueRoutes(app: TypedApp, { pool, waiter, clock }: ApiDependencies): void {
  const readCatalogue = cacheUntilChange(app, waiter, 'catalogue', async () => {
    const passes = await readClassPasses(pool);
    const answer: ClassPassesAnswer = {
      classPasses: describeProducts(passes.filter(({ isActive }) => isActive)),
    };
    return new CachedJson(JSON.stringify(answer));
  });

  async function readPassesFor(classId: number): Promise<ClassPassesAnswer> {
    const [passes, found] = await Promise.all([readClassPasses(pool), readClassById(pool, classId)]);
    if (found === undefined || found.isCancelled) throw new Refusal('CLASS_NOT_FOUND');
    const now = clock.now();
    const onSale = passes.filter(({ isActive }) => isActive);
    const reaching = new Set(
      onSale
        .filter(
          ({ validityUnit: unit, validityCount: count }) =>
            computeExpiry(now, { unit, count }) >= found.startsAt,
        )
        .map(({ id }) => id),
    );
    return { classPasses: describeProducts(onSale).filter(({ id }) => reaching.has(id)) };
  }

  app.get(
    '/api/class-passes',
    { schema: { tags: ['passes'], querystring: classPassesQuery, response: { 200: classPassesAnswer } } },
    async (request, reply) => {
      const { classId } = request.query;
      if (classId === undefined) return sendCachedJson(reply, await readCatalogue());
      reply.header('cache-control', 'no-store');
      return readPassesFor(classId);
    },
  );
}
