import type { ApiDependencies } from '#services/api/dependencies.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { rulesAnswer } from '#services/contract/rules.ts';

/** `GET /api/rules`: the rules of the studio, which every page states. */
export function registerRuleRoutes(app: TypedApp, { readRules }: ApiDependencies): void {
  app.get('/api/rules', { schema: { tags: ['rules'], response: { 200: rulesAnswer } } }, () => readRules());
}
