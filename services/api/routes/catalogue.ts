import { classPasses } from '../../../projections/read-models/catalogue/queries.ts';
import { classPassesAnswer } from '../../contract/catalogue.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { describeProducts } from '../describe-products.ts';
import type { TypedApp } from '../typed-app.ts';

/** `GET /api/class-passes`: what is on sale. */
export function catalogueRoutes(app: TypedApp, { pool }: ApiDependencies): void {
  app.get(
    '/api/class-passes',
    { schema: { tags: ['passes'], response: { 200: classPassesAnswer } } },
    async () => {
      const passes = await classPasses(pool);
      return { classPasses: describeProducts(passes.filter(({ isActive }) => isActive)) };
    },
  );
}
