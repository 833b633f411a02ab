import { announcePriceChange } from '#services/commands/membership/announce-price-change.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { announcePriceChangeJob } from './definition.ts';

export const announcePriceChangeHandler = defineJobHandler(
  announcePriceChangeJob,
  async (deps, { membershipId }, { commandContext }) => {
    await announcePriceChange(deps, { membershipId }, commandContext());
  },
);
