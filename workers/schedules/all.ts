import type { Pool } from 'pg';
import { endedSessionsSweep } from './ended-sessions.ts';
import { lapsedLotsSweep } from './lapsed-lots.ts';
import { olderPaymentsSweep, recentPaymentsSweep } from './open-payments.ts';
import type { Sweep } from './sweep.ts';
import { unfinishedBookingsSweep } from './unfinished-bookings.ts';
import { webhookInboxSweep } from './webhook-inbox.ts';

export const allSweeps = (pool: Pool): readonly Sweep[] => [
  unfinishedBookingsSweep(pool),
  recentPaymentsSweep(pool),
  olderPaymentsSweep(pool),
  webhookInboxSweep(pool),
  lapsedLotsSweep(pool),
  endedSessionsSweep(pool),
];
