import type { ClassEvent } from '#domain/class/events.ts';
import type { ExceptionCode, Exceptions, Place } from './audit-exception.ts';

/** A member on a waitlist, who may hold an offer, and may be asked whether they want the class at its new time. */
interface Waiter {
  readonly memberId: string;
  isOffered: boolean;
  isAsked: boolean;
}

/** Replays the waitlists of all classes: an offer is made to a member who waits, and ends once. */
export class WaitlistLedger {
  readonly #waiters = new Map<string, Waiter>();
  readonly #exceptions: Exceptions;

  constructor(exceptions: Exceptions) {
    this.#exceptions = exceptions;
  }

  apply(event: ClassEvent, place: Place): void {
    if (!('entryId' in event.data)) return;
    const { classId, entryId, memberId } = event.data;
    const key = `${classId} ${entryId}`;
    if (event.type === 'WaitlistJoined') {
      this.#waiters.set(key, { memberId, isOffered: false, isAsked: false });
      return;
    }
    const waiter = this.#waiters.get(key);
    const report = (code: ExceptionCode, expected: string, found: string, sentence: string) =>
      this.#exceptions.add(code, place, { memberId, classId }, { expected, found, sentence });
    if (waiter?.memberId !== memberId) {
      const sentence = `Entry ${entryId} is not on the waitlist of class ${classId} now.`;
      report('WAITER_UNKNOWN', 'a member who waits', waiter ? 'another member' : 'none', sentence);
      return;
    }
    switch (event.type) {
      case 'WaitlistLeft':
        this.#waiters.delete(key);
        return;
      case 'SpotOffered':
        if (waiter.isAsked) {
          const sentence = `Entry ${entryId} is offered a spot in class ${classId} before they said that they want it.`;
          report('WAITER_NOT_ANSWERED', 'an answer first', 'none', sentence);
        }
        waiter.isOffered = true;
        return;
      case 'OfferLapsed':
      case 'OfferWithdrawn':
        if (!waiter.isOffered) {
          const sentence = `No spot in class ${classId} was offered to entry ${entryId}, so no offer can end.`;
          report('OFFER_NOT_OPEN', 'an open offer', 'none', sentence);
        }
        waiter.isOffered = false;
        return;
      case 'WaitlistAsked':
        waiter.isAsked = true;
        return;
      case 'WaitlistConfirmed':
        waiter.isAsked = false;
        return;
      default:
    }
  }
}
