import { millisecondsInSecond } from 'date-fns/constants';
import { changeConsent } from './decide.ts';
import type { MemberState } from './decider.ts';
import type { AddressFault, MemberEvent } from './events.ts';

/** What the mail provider reports about a member's address. */
export type MailReport = 'unsubscribed' | AddressFault;

interface Reported {
  readonly memberId: string;
  readonly report: MailReport;
  /** When it happened, by the provider's clock in whole seconds. */
  readonly happenedAt: Date;
  readonly now: Date;
}

/** Whether something had happened before an instant. Within the same second it had not. */
const isBefore = (happenedAt: Date, instant: string | null): boolean =>
  instant !== null && happenedAt.getTime() + millisecondsInSecond <= Date.parse(instant);

/**
 * Records a report of the mail provider, which may come late, twice and in any order. Unsubscribing and spam withdraw
 * the consent to the newsletter, unless it was given since. All but unsubscribing mark the address, unless it was
 * cleared since.
 */
export function reportMail(
  state: MemberState,
  { memberId, report, happenedAt, now }: Reported,
): MemberEvent[] {
  if (state.status !== 'active') return [];
  const withdraws = report === 'unsubscribed' || report === 'spam';
  return [
    ...(report === 'unsubscribed' ? [] : markAddress(state, { memberId, fault: report, happenedAt, now })),
    ...(withdraws && !isBefore(happenedAt, state.consentedAt)
      ? changeConsent(state, { memberId, consent: 'newsletter', given: false, now })
      : []),
  ];
}

/** Spam replaces another mark, since it shows what the member wants; any other report only adds one. */
function markAddress(
  { addressFault, addressClearedAt }: MemberState,
  { memberId, fault, happenedAt, now }: Omit<Reported, 'report'> & { fault: AddressFault },
): MemberEvent[] {
  const isKnown = addressFault !== null && (fault !== 'spam' || addressFault === 'spam');
  if (isKnown || isBefore(happenedAt, addressClearedAt)) return [];
  return [{ type: 'AddressMarked', data: { memberId, fault, at: now.toISOString() } }];
}
