import { classPasses } from '../../../projections/read-models/catalogue/queries.ts';
import type { ProjectionWaiter } from '../../../projections/waiting/create-projection-waiter.ts';
import { type ClassPassesAnswer, classPassesAnswer } from '../../contract/catalogue.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { describeProducts } from '../describe-products.ts';
import { keptUntil } from '../kept-answer.ts';
import { sendJson } from '../send-json.ts';
import type { TypedApp } from '../typed-app.ts';

/** `GET /api/class-passes`: what is on sale. */
export function catalogueRoutes(app: TypedApp, { pool }: ApiDependencies, waiter: ProjectionWaiter): void {
  const onSale = keptUntil(app, waiter, 'catalogue', async () => {
    const passes = await classPasses(pool);
    const answer: ClassPassesAnswer = {
      classPasses: describeProducts(passes.filter(({ isActive }) => isActive)),
    };
    return JSON.stringify(answer);
  });

  app.get(
    '/api/class-passes',
    { schema: { tags: ['passes'], response: { 200: classPassesAnswer } } },
    async (_request, reply) => {
      const json = await onSale();
      return sendJson(reply, json);
    },
  );
}
