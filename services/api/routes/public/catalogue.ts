import { classPasses } from '#projections/read-models/catalogue/queries.ts';
import type { ProjectionWaiter } from '#projections/waiting/create-projection-waiter.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import { keptUntil } from '#services/api/load-shedding/cached-answer.ts';
import { KeptJson } from '#services/api/load-shedding/cached-json.ts';
import { sendKept } from '#services/api/load-shedding/send-cached-json.ts';
import { describeProducts } from '#services/api/presenters/describe-products.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { type ClassPassesAnswer, classPassesAnswer } from '#services/contract/catalogue.ts';

/** `GET /api/class-passes`: what is on sale. */
export function catalogueRoutes(app: TypedApp, { pool }: ApiDependencies, waiter: ProjectionWaiter): void {
  const onSale = keptUntil(app, waiter, 'catalogue', async () => {
    const passes = await classPasses(pool);
    const answer: ClassPassesAnswer = {
      classPasses: describeProducts(passes.filter(({ isActive }) => isActive)),
    };
    return new KeptJson(JSON.stringify(answer));
  });

  app.get(
    '/api/class-passes',
    { schema: { tags: ['passes'], response: { 200: classPassesAnswer } } },
    async (_request, reply) => {
      const answer = await onSale();
      return sendKept(reply, answer);
    },
  );
}
