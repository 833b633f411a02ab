import { it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, now } from '../testing/histories.fixture.ts';
import { claimStaffEmail } from './decide.ts';
import { staffEmailDecider } from './decider.ts';
import type { StaffEmailEvent } from './events.ts';

const claimedBy = (staffId: string): StaffEmailEvent => ({
  type: 'StaffEmailClaimed',
  data: { staffId, at },
});

it('keeps an address with its first claimant, and passes it on after a removal', () => {
  const when = (after: string | null, ...history: StaffEmailEvent[]) =>
    given(staffEmailDecider, ...history).when((state) =>
      claimStaffEmail(state, { staffId: 'new', after, now }),
    );
  when(null).gives(claimedBy('new'));
  when(null, claimedBy('old')).gives();
  when('old', claimedBy('old')).gives(claimedBy('new'));
  // A concurrent claim was first.
  when('old', claimedBy('old'), claimedBy('quick')).gives();
  when('new', claimedBy('new')).gives();
});
