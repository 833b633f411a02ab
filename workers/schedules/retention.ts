import { millisecondsInHour } from 'date-fns/constants';
import type { Pool } from 'pg';
import { hasOldOperationalRows } from '#infra/postgres/tables/operational-rows.ts';
import { job } from '#infra/queue/define-job.ts';
import {
  findNextComplaintToErase,
  readComplaintsToErase,
} from '#projections/read-models/complaints/queries.ts';
import {
  findNextInactive,
  findNextRecordsToRemove,
  readInactiveMembers,
  readRecordsToRemove,
} from '#projections/read-models/members/retention-queries.ts';
import {
  findNextRegistrationToErase,
  readRegistrationsToErase,
} from '#projections/read-models/registrations/queries.ts';
import { eraseComplaintJob } from '../jobs/erase-complaint/definition.ts';
import { eraseInactiveMember } from '../jobs/erase-inactive-member/definition.ts';
import { eraseRegistrationJob } from '../jobs/erase-registration/definition.ts';
import { forgetOperationalRows } from '../jobs/forget-operational-rows/definition.ts';
import { removeRecordsJob } from '../jobs/remove-records/definition.ts';
import { sendRetentionNotice } from '../jobs/send-retention-notice/definition.ts';
import { earliest } from './earliest.ts';
import { defineSweepJob, keyOfHour, type Sweep } from './sweep.ts';

/** Applies retention periods (decision 26) to unused accounts, records of erased members, registrations, complaints and operational rows. */
export const retentionSweep = (pool: Pool): Sweep => ({
  definition: defineSweepJob('sweep-retention'),
  everyMs: millisecondsInHour,
  async find(now) {
    const { toNotify, toErase } = await readInactiveMembers(pool, now);
    const records = await readRecordsToRemove(pool, now);
    const registrations = await readRegistrationsToErase(pool, now);
    const complaints = await readComplaintsToErase(pool, now);
    const hasOldRows = await hasOldOperationalRows(pool, now);
    const key = (id: string | number) => keyOfHour(id, now);
    return [
      ...toNotify.map(({ memberId }) => job(sendRetentionNotice, { memberId }, key(memberId))),
      ...toErase.map(({ memberId }) => job(eraseInactiveMember, { memberId }, key(memberId))),
      ...records.map((memberId) => job(removeRecordsJob, { memberId }, key(memberId))),
      ...registrations.map((registrationId) =>
        job(eraseRegistrationJob, { registrationId }, key(registrationId)),
      ),
      ...complaints.map((complaintId) => job(eraseComplaintJob, { complaintId }, key(complaintId))),
      ...(hasOldRows ? [job(forgetOperationalRows, {}, key('all'))] : []),
    ];
  },
  async nextDue(now) {
    return earliest(
      await Promise.all([
        findNextInactive(pool, now),
        findNextRecordsToRemove(pool, now),
        findNextRegistrationToErase(pool, now),
        findNextComplaintToErase(pool, now),
      ]),
    );
  },
});
