import { readComplaintsToErase } from '#projections/read-models/complaints/queries.ts';
import { eraseComplaint } from '#services/commands/complaint/erase-complaint.ts';
import { defineJobHandler } from '#workers/core/job-handler.ts';
import { eraseComplaintJob } from './definition.ts';

export const eraseComplaintHandler = defineJobHandler(
  eraseComplaintJob,
  async (deps, { complaintId }, { commandContext }) => {
    const due = await readComplaintsToErase(deps.pool, deps.clock.now());
    if (due.includes(complaintId)) await eraseComplaint(deps, { complaintId }, commandContext());
  },
);
