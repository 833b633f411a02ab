import { readSettingByKey } from '#projections/read-models/settings/queries.ts';
import type { ApiDependencies } from '#services/api/dependencies.ts';
import type { TypedApp } from '#services/api/typed-app.ts';
import { membershipAvailabilityAnswer } from '#services/contract/membership.ts';

const key = 'membership_availability';

/** `GET /api/settings/membership_availability`: `open` until an admin closes it. */
export function registerMembershipAvailabilityRoutes(app: TypedApp, { pool }: ApiDependencies): void {
  app.get(
    `/api/settings/${key}`,
    { schema: { tags: ['membership'], response: { 200: membershipAvailabilityAnswer } } },
    async () => {
      const setting = await readSettingByKey(pool, key);
      return { success: true as const, setting: setting ?? { key, value: 'open', description: '' } };
    },
  );
}
