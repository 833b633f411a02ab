import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkoutDecider } from './checkout/decider.ts';
import { classDecider } from './class/decider.ts';
import { closureDecider } from './closure/decider.ts';
import { complaintDecider } from './complaint/decider.ts';
import type { Decider } from './decider.ts';
import { disputeDecider } from './dispute/decider.ts';
import { emailDecider } from './email/decider.ts';
import type { EventDefinition } from './event.ts';
import { importsDecider } from './import/decider.ts';
import { instructorDecider } from './instructor/decider.ts';
import { memberDecider } from './member/decider.ts';
import { membershipDecider } from './membership/decider.ts';
import { monthDecider } from './month/decider.ts';
import { passDecider } from './pass/decider.ts';
import { payDecider } from './pay/decider.ts';
import { paymentDecider } from './payment/decider.ts';
import { planDecider } from './plan/decider.ts';
import { refundDecider } from './refund/decider.ts';
import { registrationDecider } from './registration/decider.ts';
import { eventRegistry } from './registry.ts';
import { rulebookDecider } from './rules/decider.ts';
import { settingDecider } from './setting/decider.ts';
import { sharedPasswordsDecider } from './setting/shared-passwords.ts';
import { staffAccountDecider } from './staff-account/decider.ts';
import { staffEmailDecider } from './staff-email/decider.ts';
import { studioExportDecider } from './studio-export/decider.ts';
import { templateDecider } from './template/decider.ts';
import { walletDecider } from './wallet/decider.ts';

// One stored event of every type and version that was ever written. They stay for ever: a fixture is added, never changed.
const folder = new URL('./golden/', import.meta.url);
const registry: Readonly<Record<string, EventDefinition>> = eventRegistry;
const stored = z.object({
  type: z.string(),
  version: z.number().int(),
  data: z.record(z.string(), z.unknown()),
});

const fileOf = (type: string, version: number) => `${type}.v${version}.json`;
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const read = (name: string) => stored.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8')));

function upcast(name: string): { type: string; data: Record<string, unknown> } {
  const { type, version, data } = read(name);
  const { version: current, upcasters } = registry[type] ?? { version: 0 };
  let upcasted = data;
  for (let from = version; from < current; from += 1) {
    const step = upcasters?.[from];
    if (step === undefined) throw new Error(`${type} has no upcaster from version ${from}`);
    upcasted = step(upcasted);
  }
  return { type, data: upcasted };
}

describe('golden events', () => {
  it('exist for every type and version of the registry, and for nothing else', () => {
    const expected = Object.entries(registry).flatMap(([type, { version }]) =>
      Array.from({ length: version }, (_, index) => fileOf(type, index + 1)),
    );
    expect(files.toSorted()).toEqual(expected.toSorted());
  });

  it.each(files)('%s names its own type and version', (name) => {
    const { type, version, data } = read(name);
    expect(fileOf(type, version)).toBe(name);
    expect(data.at).toEqual(expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/));
    expect('personal' in data).toBe(registry[type]?.personal === true);
  });

  it.each(files)('%s upcasts to the shape of the current version', (name) => {
    const { type, data } = upcast(name);
    const current = read(fileOf(type, registry[type]?.version ?? 0)).data;
    expect(shapeOf(data)).toEqual(shapeOf(current));
  });
});

/** The keys and the kinds of their values, in depth. */
function shapeOf(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

function isOneOf<E extends { type: string }>(
  types: readonly E['type'][],
  event: { type: string },
): event is E {
  return types.includes(event.type);
}

const evolved = new Set<string>();

/**
 * Evolves the fixtures of these types one after another, every version of each. Each must change the state, except the
 * `traceless` types, which leave it unchanged on purpose.
 */
function testEvolution<State, E extends { type: string; data: object }>(
  decider: Decider<State, E>,
  types: readonly E['type'][],
  traceless: readonly E['type'][] = [],
) {
  for (const type of types) evolved.add(type);
  it(types.join(' → '), () => {
    let state = decider.initial;
    for (const type of types) {
      const before = state;
      for (let version = 1; version <= (registry[type]?.version ?? 0); version += 1) {
        const event = upcast(fileOf(type, version));
        if (!isOneOf(types, event)) throw new Error(`${event.type} is not of this decider`);
        const after = decider.evolve(before, event);
        if (traceless.includes(type)) expect(after).toEqual(before);
        else expect(after).not.toEqual(before);
        state = after;
      }
    }
  });
}

describe('golden events change the state of their decider', () => {
  testEvolution(classDecider, [
    'ClassScheduled',
    'ClassChanged',
    'ClassMarkedFull',
    'ClassReopened',
    'SeatBooked',
    'AttendanceMarked',
    'SeatReserved',
    'ReservationLapsed',
    'WaitlistJoined',
    'WaitlistSkipped',
    'SpotOffered',
    'OfferLapsed',
    'SpotOffered',
    'OfferWithdrawn',
    'WaitlistAsked',
    'WaitlistConfirmed',
    'SpotAnnounced',
    'WaitlistLeft',
    'SeatReleased',
    'LateCancellationRefilled',
    'ClassCancelled',
  ]);
  testEvolution(checkoutDecider, ['CheckoutStarted']);
  testEvolution(walletDecider, [
    'LotGranted',
    'PassHeld',
    'PassSpent',
    'PassReturned',
    'LotExtended',
    'LotExtensionWithdrawn',
    'LotClosed',
    'LotRevoked',
    'LotRestored',
    'LotExpired',
  ]);
  testEvolution(walletDecider, ['LotGranted', 'PassHeld', 'PassForfeited']);
  testEvolution(walletDecider, ['LotGranted', 'PassHeld', 'PassSpent', 'PassMoved', 'PassMovedBack']);
  testEvolution(
    memberDecider,
    [
      'MemberSignedUp',
      'MemberInvited',
      'MemberChanged',
      'HealthAnswersChanged',
      'PasswordChanged',
      'CredentialsRevoked',
      'EmailVerified',
      'AddressMarked',
      'AddressCleared',
      'ConsentGiven',
      'ConsentWithdrawn',
      'NotificationChosen',
      'CardCustomerCreated',
      'PersonalDataRead',
      'NoteAdded',
      'MemberErased',
      'MemberRecordsRemoved',
    ],
    // Only a member who was brought over is silent until the invitation.
    ['MemberChanged', 'MemberInvited'],
  );
  testEvolution(importsDecider, [
    'ImportBegun',
    'ImportStopped',
    'ImportClosed',
    'ImportInvited',
    'ImportUndoBegun',
    'ImportUndone',
  ]);
  testEvolution(closureDecider, ['ClosureSet', 'ClosureLifted']);
  testEvolution(emailDecider, ['EmailClaimed', 'EmailReleased']);
  testEvolution(instructorDecider, [
    'InstructorAdded',
    'InstructorChanged',
    'InstructorAssigned',
    'RateSet',
    'AccountLinked',
    'InstructorRemoved',
  ]);
  testEvolution(passDecider, ['PassCreated', 'PassChanged', 'PassRemoved']);
  testEvolution(planDecider, ['PlanCreated', 'PlanChanged', 'PlanPriceChangeProposed', 'PlanRetired']);
  testEvolution(membershipDecider, [
    'MembershipStarted',
    'MembershipTermsAccepted',
    'MembershipStartRequested',
    'MembershipRenewed',
    'MembershipPriceChangeAnnounced',
    'MembershipPlanChangeScheduled',
    'MembershipPlanChangeWithdrawn',
    'MembershipPlanUpgraded',
    'MembershipPaymentFailed',
    'MembershipInvoiceVoided',
    'MembershipCancellationScheduled',
    'MembershipCancellationWithdrawn',
    'MembershipPausePlanned',
    'MembershipPauseWithdrawn',
    'MembershipPaused',
    'MembershipResumed',
    'MembershipEnded',
    'MembershipRefused',
    'MembershipMoneyReturned',
  ]);
  testEvolution(refundDecider, ['RefundRequested', 'RefundReasonGiven', 'RefundMade']);
  testEvolution(refundDecider, ['RefundRequested', 'RefundRefused']);
  testEvolution(refundDecider, ['WithdrawalRequested']);
  testEvolution(disputeDecider, ['DisputeReported', 'DisputeAnswered']);
  testEvolution(complaintDecider, [
    'ComplaintReceived',
    'ComplaintAcknowledged',
    'ComplaintAnswered',
    'ComplaintErased',
  ]);
  testEvolution(studioExportDecider, ['StudioExported']);
  testEvolution(registrationDecider, ['RegistrationReceived', 'RegistrationErased']);
  testEvolution(paymentDecider, [
    'PaymentStarted',
    'ImmediateStartRequested',
    'TermsAccepted',
    'PaymentFailed',
    'PaymentSucceeded',
    'PurchaseNotBooked',
    'PurchaseBooked',
    'PaymentRefundFailed',
    'PaymentDisputed',
    'PaymentDisputeWon',
    'PaymentRefunded',
  ]);
  testEvolution(monthDecider, ['MonthClosed']);
  testEvolution(payDecider, ['PayPeriodClosed']);
  testEvolution(rulebookDecider, ['RulesChanged']);
  testEvolution(settingDecider, ['SettingChanged']);
  testEvolution(templateDecider, [
    'TemplateCreated',
    'TemplateChanged',
    'TemplateClassAdded',
    'TemplateClassChanged',
    'TemplateApplied',
    'TemplateApplicationUndone',
    'TemplateClassRemoved',
    'TemplateRemoved',
  ]);

  testEvolution(staffAccountDecider, [
    'StaffInvited',
    'StaffInvitedAgain',
    'StaffJoined',
    'StaffRoleChanged',
    'StaffPasswordChanged',
    'StaffSecondFactorAdded',
    'StaffRecoveryCodesMade',
    'StaffRecoveryCodeUsed',
    'StaffSecondFactorRemoved',
    'StaffRemoved',
  ]);
  testEvolution(staffEmailDecider, ['StaffEmailClaimed']);
  testEvolution(sharedPasswordsDecider, ['SettingChanged', 'AdminReleased']);

  it('for every type of the registry', () => {
    expect([...evolved].toSorted()).toEqual(Object.keys(registry).toSorted());
  });
});
