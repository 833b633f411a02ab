import { randomUUID } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import type { StudioEvent } from '#domain/registry.ts';
import { grantLot } from '#domain/wallet/decide-lots.ts';
import { walletDecider } from '#domain/wallet/decider.ts';
import type { Runtime } from '#infra/runtime/connect.ts';
import { signUp } from '#services/commands/member/sign-up.ts';
import { adjustPasses } from '#services/commands/wallet/adjust-passes.ts';
import { noHealthNotes } from './no-health-notes.ts';
import type { StudioClient } from './studio-client.ts';

export interface TestMember {
  readonly memberId: string;
  readonly client: StudioClient;
}

/** Adds members by commands in this process, without the cost of a sign-up form and a payment. */
export interface TestMembers {
  /** A session and a lot of that many passes. No sign-up stands behind it, so the store's verification would fail. */
  memberWithPasses(passes: number): Promise<TestMember>;
  /** A signed-up member with passes given by staff. The store's verification accepts it. */
  signedUpMember(passes: number): Promise<TestMember>;
  /** Gives a member passes, as staff do. */
  givePasses(memberId: string, passes: number): Promise<void>;
}

const actor = { kind: 'system', name: 'test' } as const;
const admin = { kind: 'staff', role: 'admin' } as const;

async function grantPurchasedLot(
  runtime: Runtime<StudioEvent>,
  memberId: string,
  passes: number,
): Promise<void> {
  const now = new Date();
  await runtime.deciders.handle(
    walletDecider,
    memberId,
    { now, commandId: `grant/${memberId}`, actor },
    (state) =>
      grantLot(state, {
        memberId,
        lotId: `lot-${memberId}`,
        kind: 'purchase',
        passName: 'Test Pass',
        passes,
        pricePence: passes * 2000,
        passId: null,
        paymentIntentId: null,
        offer: null,
        expiresAt: new Date(now.getTime() + 60 * millisecondsInDay).toISOString(),
        now,
      }),
  );
}

/** Signs a member up by the command. The password hash matches no password: the tests open sessions themselves. */
async function signUpMember(runtime: Runtime<StudioEvent>, memberId: string): Promise<void> {
  const identity = {
    name: 'Test Member',
    email: `${memberId}@example.com`,
    phone: '07700 900123',
    dateOfBirth: null,
  };
  await signUp(
    runtime,
    { memberId, identity, health: noHealthNotes, passwordHash: 'none', newsletter: false },
    { now: new Date(), commandId: `sign-up/${memberId}`, actor },
  );
}

export function createTestMembers(
  runtime: Runtime<StudioEvent>,
  openSession: (memberId: string) => Promise<StudioClient>,
): TestMembers {
  const givePasses = async (memberId: string, passes: number): Promise<void> => {
    const key = randomUUID();
    const change = { memberId, direction: 'give', passes, key, reason: 'For a test' } as const;
    await adjustPasses(runtime, change, { now: new Date(), commandId: `give/${key}`, actor: admin });
  };
  return {
    async memberWithPasses(passes) {
      const memberId = randomUUID();
      await grantPurchasedLot(runtime, memberId, passes);
      return { memberId, client: await openSession(memberId) };
    },
    async signedUpMember(passes) {
      const memberId = randomUUID();
      await signUpMember(runtime, memberId);
      await givePasses(memberId, passes);
      return { memberId, client: await openSession(memberId) };
    },
    givePasses,
  };
}
