import { expect, it } from 'vitest';
import { changeConsent, signUp } from '#domain/member/decide.ts';
import { memberDecider } from '#domain/member/decider.ts';
import type { Actor } from '#infra/event-store/types.ts';
import { now, Studio } from '../testing/studio.fixture.ts';
import { recordHealthReading } from './record-health-reading.ts';

const memberId = 'm-1';
const identity = { name: 'Ada Shore', email: 'ada@example.org', phone: '07700900123', dateOfBirth: null };
const health = {
  ...{ onMedication: false, medicationDetails: null, hasInjuries: false, injuryDetails: null },
  ...{ isPregnantOrPostpartum: false, painfulMovements: false, painfulMovementDetails: null },
  okWithHandsOnCorrections: true,
};

it('records the staff id, or the role of a shared password, once each', async () => {
  const studio = new Studio();
  const deps = studio.start();
  await deps.deciders.handle(memberDecider, memberId, studio.context(), (state) =>
    signUp(state, { memberId, identity, health, passwordHash: 'hash', newsletter: false, now }),
  );
  const open = (actor: Actor) =>
    recordHealthReading(deps, { memberId, classId: 7 }, { ...studio.context(), actor });
  for (const actor of [
    { kind: 'staff', role: 'instructor' },
    { kind: 'staff', role: 'instructor', staffId: 's-1' },
    { kind: 'staff', role: 'instructor', staffId: 's-2' },
    { kind: 'staff', role: 'instructor', staffId: 's-1' },
    { kind: 'staff', role: 'admin' },
  ] as const) {
    await open(actor);
  }
  // Another event of the member in between does not matter.
  await deps.deciders.handle(memberDecider, memberId, studio.context(), (state) =>
    changeConsent(state, { memberId, consent: 'newsletter', given: true, now }),
  );
  await open({ kind: 'staff', role: 'instructor', staffId: 's-2' });
  const readers = studio.log.events.flatMap((event) =>
    event.type === 'PersonalDataRead' ? [event.data.reader] : [],
  );
  expect(readers).toEqual(['instructor', 's-1', 's-2', 'admin']);
});
