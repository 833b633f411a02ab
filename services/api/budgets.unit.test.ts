import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { findBudget } from './budgets.ts';
import { requireBudgets } from './plugins/budgets.ts';
import { declaredRoutes, findAccess } from './testing/route-access.fixture.ts';

const toPattern = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');
const writes = declaredRoutes.filter(
  (route) => !route.startsWith('GET ') && !['anyone', 'provider'].includes(String(findAccess(route))),
);

it.each(writes)('%s has a budget', (route) => {
  const [method = '', path = ''] = route.split(' ');
  expect(findBudget(method, toPattern(path))).toMatchObject({ max: expect.any(Number) });
});

it('lets no write of signed-in people be registered without a budget', async () => {
  const app = Fastify();
  requireBudgets(app);
  const schema = { security: [{ bearer: [] }] };
  const register = (method: string, url: string) => () =>
    app.route({ method, url, schema, handler: async () => null });
  expect(register('POST', '/api/forgotten')).toThrow('POST /api/forgotten has no budget');
  expect(register('GET', '/api/forgotten')).not.toThrow();
  expect(register('POST', '/api/bookings')).not.toThrow();
  expect(register('DELETE', '/api/admin/anything')).not.toThrow();
  await app.close();
});

it('a budget is small for calls that reach Stripe, and larger for the others', () => {
  const perMinute = (method: string, pattern: string) => {
    const budget = findBudget(method, pattern);
    return budget === undefined ? 0 : (budget.max / budget.windowMs) * 60_000;
  };
  expect(perMinute('POST', '/api/create-payment-intent')).toBeLessThanOrEqual(2);
  expect(perMinute('PUT', '/api/user/profile')).toBeGreaterThanOrEqual(30);
  expect(perMinute('POST', '/api/bookings')).toBeGreaterThanOrEqual(60);
});
