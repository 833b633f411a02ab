import { classPasses } from '#projections/read-models/catalogue/queries.ts';
import type { ProjectionWaiter } from '#projections/waiting/create-projection-waiter.ts';
import { type ClassPassesAnswer, classPassesAnswer } from '#services/contract/catalogue.ts';
import { describeProducts } from '../answers/describe-products.ts';
import { keptUntil } from '../answers/kept-answer.ts';
import { KeptJson } from '../answers/kept-json.ts';
import { sendKept } from '../answers/send-kept.ts';
import type { ApiDependencies } from '../dependencies.ts';
import type { TypedApp } from '../typed-app.ts';

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
