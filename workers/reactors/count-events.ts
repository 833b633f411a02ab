import { millisecondsInDay } from 'date-fns/constants';
import type { StudioEvent } from '#domain/registry.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import { count, hasMetrics } from '#infra/telemetry/metrics.ts';

/** Older events are read again after a restore or a lost Postgres, and were counted when they happened. */
const maxAgeMs = millisecondsInDay;

/** Counts events for the metrics. Only the process that moved the checkpoint past them may call it. */
export function countEvents(events: readonly RecordedEvent<StudioEvent>[], now: Date): void {
  if (!hasMetrics()) return;
  for (const event of events) {
    if (now.getTime() - Date.parse(event.data.at) > maxAgeMs) continue;
    count('tideline_events_total', { type: event.type });
    switch (event.type) {
      case 'SeatBooked':
        count('tideline_bookings_total', { source: event.data.source });
        break;
      case 'SeatReleased':
        count('tideline_cancellations_total', { reason: event.data.reason });
        break;
      case 'PaymentSucceeded':
        count('tideline_purchases_total', { kind: 'pass' });
        break;
      case 'MembershipStarted':
      case 'MembershipRenewed':
      case 'MembershipPlanUpgraded':
        count('tideline_purchases_total', { kind: 'membership' });
        break;
    }
  }
}
