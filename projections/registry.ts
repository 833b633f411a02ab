import type { Projection } from './definition/projection.ts';
import { auditTrail } from './read-models/audit-trail/project.ts';
import { bookingProgressProjection } from './read-models/booking-progress/project.ts';
import { bookingsProjection } from './read-models/bookings/project.ts';
import { catalogue } from './read-models/catalogue/project.ts';
import { closuresProjection } from './read-models/closures/project.ts';
import { complaintsProjection } from './read-models/complaints/project.ts';
import { disputesProjection } from './read-models/disputes/project.ts';
import { instructorsProjection } from './read-models/instructors/project.ts';
import { members } from './read-models/members/project.ts';
import { membershipsProjection } from './read-models/memberships/project.ts';
import { money } from './read-models/money/project.ts';
import { months } from './read-models/months/project.ts';
import { passUsesProjection } from './read-models/pass-uses/project.ts';
import { payProjection } from './read-models/pay/project.ts';
import { paymentsProjection } from './read-models/payments/project.ts';
import { plans } from './read-models/plans/project.ts';
import { purchases } from './read-models/purchases/project.ts';
import { refunds } from './read-models/refunds/project.ts';
import { registrationsProjection } from './read-models/registrations/project.ts';
import { rulesProjection } from './read-models/rules/project.ts';
import { schedule } from './read-models/schedule/project.ts';
import { settingHistory } from './read-models/setting-history/project.ts';
import { settingsProjection } from './read-models/settings/project.ts';
import { staffProjection } from './read-models/staff/project.ts';
import { templates } from './read-models/templates/project.ts';
import { waitlistProjection } from './read-models/waitlist/project.ts';
import { wallet } from './read-models/wallet/project.ts';

/** Every projection of the studio. Callers wait for one by its name. */
export const studioProjections: readonly Projection[] = [
  members,
  instructorsProjection,
  schedule,
  bookingsProjection,
  waitlistProjection,
  wallet,
  purchases,
  catalogue,
  closuresProjection,
  bookingProgressProjection,
  paymentsProjection,
  refunds,
  disputesProjection,
  plans,
  membershipsProjection,
  registrationsProjection,
  complaintsProjection,
  rulesProjection,
  settingsProjection,
  staffProjection,
  templates,
  settingHistory,
  money,
  passUsesProjection,
  months,
  payProjection,
  auditTrail,
];
