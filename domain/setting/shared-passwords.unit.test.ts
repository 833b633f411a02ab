import { expect, it } from 'vitest';
import { given } from '../testing/given.fixture.ts';
import { at, now } from '../testing/histories.fixture.ts';
import type { SharedPasswordsEvent } from './events.ts';
import {
  areSharedPasswordsOn,
  type NamedAdmin,
  releaseAdmin,
  SHARED_PASSWORDS,
  sharedPasswordsDecider,
  switchSharedPasswords,
} from './shared-passwords.ts';

const ada = { staffId: 'ada', epoch: 2 };
const bea = { staffId: 'bea', epoch: 1 };
const switched = (value: 'on' | 'off'): SharedPasswordsEvent => ({
  type: 'SettingChanged',
  data: { key: SHARED_PASSWORDS, value, description: 'Doors', at },
});
const released = (admin: NamedAdmin): SharedPasswordsEvent => ({
  type: 'AdminReleased',
  data: { ...admin, at },
});

it('shared passwords are switched only by an admin with an account, who is not being released', () => {
  const when = (by: NamedAdmin | null, ...history: SharedPasswordsEvent[]) =>
    given(sharedPasswordsDecider, ...history).when((state) =>
      switchSharedPasswords(state, { value: 'off', description: 'Doors', by, now }),
    );
  when(ada).gives(switched('off'));
  when(ada, switched('off')).gives();
  when(null).refuses('NAMED_ADMIN_NEEDED');
  when(ada, released(ada)).refuses('NAMED_ADMIN_NEEDED');
  // Made an admin again since, in a later epoch.
  when({ ...ada, epoch: 4 }, released(ada)).gives(switched('off'));
});

it('releases any admin while the shared passwords are on, and never the last one while they are off', () => {
  const when = (others: readonly NamedAdmin[], ...history: SharedPasswordsEvent[]) =>
    given(sharedPasswordsDecider, ...history).when((state) =>
      releaseAdmin(state, { admin: ada, others, now }),
    );
  when([]).gives(released(ada));
  when([], switched('off')).refuses('STAFF_LAST_ADMIN');
  when([], switched('off'), switched('on')).gives(released(ada));
  when([bea], switched('off')).gives(released(ada));
  // The other one is being let go of as well.
  when([bea], switched('off'), released(bea)).refuses('STAFF_LAST_ADMIN');
  when([{ ...bea, epoch: 3 }], released(bea), switched('off')).gives(released(ada));
  when([bea], switched('off'), released(ada)).gives();
});

it.each([
  ['on', true],
  ['off', false],
  ['perhaps', true],
])('reads "%s" as %s', (value, isOn) => {
  expect(areSharedPasswordsOn({ setting: { value, description: '' } })).toBe(isOn);
  expect(areSharedPasswordsOn({ setting: null })).toBe(true);
});
