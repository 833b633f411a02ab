import { expect, it } from 'vitest';
import { endOfLondonDay, toLondonInstant } from '../london-time.ts';
import { defaultRules } from '../rules/rules.ts';
import { given } from '../testing/given.fixture.ts';
import { lotGranted, memberId, passHeld, passSpent } from '../testing/histories.fixture.ts';
import { returnPass } from './decide-passes.ts';
import { walletDecider } from './decider.ts';
import type { WalletEvent } from './events.ts';
import { assertMayBuy, countOfferDaysLeft, findSpecialOfferEnd } from './special-offer.ts';

const signUpClass = lotGranted({ offer: 'sign_up', passes: 1 });
// The class was booked on 12 May.
const booked = [signUpClass, passHeld(1), passSpent(1)];
const endOn = (day: string, ...history: WalletEvent[]) =>
  findSpecialOfferEnd(given(walletDecider, ...history).state, {
    days: 7,
    now: toLondonInstant(day, '12:00'),
  });

it('runs to the end of the seventh day after the first class booked with a Sign Up Class', () => {
  const end = endOfLondonDay('2026-05-19');
  expect(endOn('2026-05-12', ...booked)).toEqual(end);
  expect(endOn('2026-05-19', ...booked)).toEqual(end);
  expect(endOn('2026-05-20', ...booked)).toBeNull();
  expect(findSpecialOfferEnd(given(walletDecider, ...booked).state, { days: 7, now: end })).toEqual(end);
  expect(countOfferDaysLeft(end, toLondonInstant('2026-05-12', '23:59'))).toBe(7);
  expect(countOfferDaysLeft(end, toLondonInstant('2026-05-19', '00:00'))).toBe(0);
});

it('stays open when that class is cancelled', () => {
  const { state } = given(walletDecider, ...booked);
  const later = returnPass(
    state,
    {
      memberId,
      bookingId: 1,
      extend: false,
      now: toLondonInstant('2026-05-13', '09:00'),
    },
    defaultRules,
  );
  expect(endOn('2026-05-14', ...booked, ...later)).toEqual(endOfLondonDay('2026-05-19'));
});

it('the special offer is open to a member who booked with a Sign Up Class and has not used it', () => {
  expect(endOn('2026-05-12')).toBeNull();
  expect(endOn('2026-05-12', signUpClass)).toBeNull();
  expect(endOn('2026-05-12', signUpClass, passHeld(1))).toBeNull();
  expect(endOn('2026-05-12', lotGranted(), passHeld(1), passSpent(1))).toBeNull();
  expect(endOn('2026-05-12', ...booked, lotGranted({ lotId: 'lot-b', offer: 'special' }))).toBeNull();
});

it('refuses with the reason', () => {
  const when = (offer: 'sign_up' | 'special' | null, ...history: WalletEvent[]) =>
    given(walletDecider, ...history).when((state) => {
      assertMayBuy(state, { offer, days: 7, now: toLondonInstant('2026-05-13', '12:00') });
      return [];
    });
  when('special').refuses('NOT_ELIGIBLE');
  when('special', ...booked).gives();
  when('special', ...booked, lotGranted({ lotId: 'lot-b', offer: 'special' })).refuses('ALREADY_USED');
  when('sign_up').gives();
  when('sign_up', signUpClass).refuses('ALREADY_USED');
  when(null, ...booked).gives();
});
