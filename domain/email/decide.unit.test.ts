import { it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, memberId, now, otherId } from '../testing/histories.fixture.ts';
import { claimEmail, releaseEmail } from './decide.ts';
import { emailDecider } from './decider.ts';
import type { EmailEvent } from './events.ts';

const claimed: EmailEvent = { type: 'EmailClaimed', data: { memberId, at } };
const released: EmailEvent = { type: 'EmailReleased', data: { memberId, at } };

it('keeps an address with its first claimant until it is released', () => {
  given(emailDecider)
    .when((state) => claimEmail(state, { memberId, now }))
    .gives(claimed);
  given(emailDecider, claimed)
    .when((state) => claimEmail(state, { memberId: otherId, now }))
    .gives();
  given(emailDecider, claimed, released)
    .when((state) => claimEmail(state, { memberId: otherId, now }))
    .gives({ type: 'EmailClaimed', data: { memberId: otherId, at } });
});

it('releases an address for its own member only, once', () => {
  given(emailDecider, claimed)
    .when((state) => releaseEmail(state, { memberId: otherId, now }))
    .gives();
  given(emailDecider, claimed)
    .when((state) => releaseEmail(state, { memberId, now }))
    .gives(released);
  given(emailDecider, claimed, released)
    .when((state) => releaseEmail(state, { memberId, now }))
    .gives();
});
