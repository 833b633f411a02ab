import { millisecondsInDay } from 'date-fns/constants';
import type { StudioEvent } from '#domain/registry.ts';
import type { RecordedEvent } from '#infra/event-store/types.ts';
import { job } from '#infra/queue/define-job.ts';
import { pushWaitlistNotice } from '../jobs/push-waitlist-notice/definition.ts';
import { sendWaitlistNotice, type WaitlistNotice } from '../jobs/send-waitlist-notice/definition.ts';
import type { Reactor } from './reactor.ts';

interface NoticeToSend {
  readonly classId: number;
  readonly memberIds: readonly string[];
  readonly notice: WaitlistNotice;
}

function toNotice(event: RecordedEvent<StudioEvent>): NoticeToSend | null {
  switch (event.type) {
    case 'SeatBooked': {
      const { classId, memberId, bookingId, source } = event.data;
      if (source !== 'waitlist') return null;
      return { classId, memberIds: [memberId], notice: { what: 'booked', bookingId } };
    }
    case 'SpotOffered': {
      const { classId, memberId, until } = event.data;
      return { classId, memberIds: [memberId], notice: { what: 'offered', until } };
    }
    case 'OfferLapsed': {
      const { classId, memberId } = event.data;
      return { classId, memberIds: [memberId], notice: { what: 'lapsed' } };
    }
    case 'OfferWithdrawn': {
      const { classId, memberId, because } = event.data;
      return { classId, memberIds: [memberId], notice: { what: 'withdrawn', because } };
    }
    case 'WaitlistAsked': {
      const { classId, memberId, joinedFor } = event.data;
      return { classId, memberIds: [memberId], notice: { what: 'asked', joinedFor } };
    }
    case 'SpotAnnounced': {
      const { classId, memberIds } = event.data;
      return { classId, memberIds, notice: { what: 'announced' } };
    }
    case 'WaitlistLeft': {
      const { classId, memberId, reason } = event.data;
      if (reason !== 'class_cancelled') return null;
      return { classId, memberIds: [memberId], notice: { what: 'class-cancelled' } };
    }
    default:
      return null;
  }
}

/** Emails waiting members about their place on the waitlist. */
export const waitlistNoticeReactor: Reactor = {
  name: 'waitlist-notices',
  maxAgeMs: millisecondsInDay,
  react(event) {
    const toSend = toNotice(event);
    if (toSend === null) return [];
    const { classId, memberIds, notice } = toSend;
    const ids = { eventId: event.id, revision: Number(event.revision), classId };
    const isPushed = notice.what === 'offered' || notice.what === 'announced';
    return memberIds.flatMap((memberId) => {
      const payload = { ...ids, memberId, notice };
      const key = `${event.id}-${memberId}`;
      return [
        job(sendWaitlistNotice, payload, key),
        ...(isPushed ? [job(pushWaitlistNotice, payload, key)] : []),
      ];
    });
  },
};
