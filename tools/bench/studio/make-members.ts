import { randomUUID } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import type { StudioEvent } from '#domain/registry.ts';
import type { Runtime } from '#infra/runtime/connect.ts';

const concurrentAppends = 64;

const firstNames = ['Ann', 'Bea', 'Cara', 'Dana', 'Esme', 'Fay', 'Gwen', 'Holly', 'Iris', 'June'];
const lastNames = ['Shore', 'Harbour', 'Pier', 'Marsh', 'Cliff', 'Dunes', 'Cove', 'Reef', 'Tide', 'Sands'];

/** A stream that does not exist yet, with its events. */
export interface NewStream {
  readonly name: string;
  readonly events: StudioEvent[];
}

/** The data of an invented member. */
export interface MemberPlan {
  readonly memberId: string;
  /** Makes names and addresses unique. */
  readonly index: number;
  readonly passes: number;
  /** Long enough ago that no welcome is due. */
  readonly joinedAt: Date;
  /** When the passes expire. */
  readonly expiresAt: Date;
}

/** Creates the streams of a member with one lot, as the product's commands would. */
export function createMemberStreams(plan: MemberPlan): { member: NewStream; wallet: NewStream } {
  const { memberId, index, passes } = plan;
  const at = plan.joinedAt.toISOString();
  const name = `${firstNames[index % 10]} ${lastNames[Math.floor(index / 10) % 10]} ${index}`;
  const personal = { name, email: `member.${index}@example.com`, phone: '07700 900123', dateOfBirth: null };
  return {
    member: {
      name: `member-${memberId}`,
      events: [{ type: 'MemberSignedUp', data: { memberId, personal, at } }],
    },
    wallet: {
      name: `wallet-${memberId}`,
      events: [
        {
          type: 'LotGranted',
          data: {
            memberId,
            lotId: `lot-${memberId}`,
            kind: 'adjustment',
            passName: `${passes} passes`,
            passes,
            pricePence: 0,
            expiresAt: plan.expiresAt.toISOString(),
            passId: null,
            paymentIntentId: null,
            offer: null,
            at,
          },
        },
      ],
    },
  };
}

/** Appends new streams concurrently. */
export async function appendStreams(
  { eventStore }: Pick<Runtime<StudioEvent>, 'eventStore'>,
  streams: readonly NewStream[],
  now: Date,
): Promise<void> {
  // Passes without a payment are given by staff.
  const context = { now, actor: { kind: 'staff', role: 'admin' } as const };
  await forEachConcurrently(streams, ({ name, events }) =>
    eventStore.append(name, 'no_stream', events, { ...context, commandId: randomUUID() }),
  );
}

/** Creates members who signed up days ago and have a lot of passes for half a year. */
export async function makeMembers(
  runtime: Pick<Runtime<StudioEvent>, 'eventStore' | 'memberKeys'>,
  { members, passes, now }: { members: number; passes: number; now: Date },
): Promise<string[]> {
  const memberIds = Array.from({ length: members }, () => randomUUID());
  const joinedAt = new Date(now.getTime() - 3 * millisecondsInDay);
  const expiresAt = new Date(now.getTime() + 180 * millisecondsInDay);
  await createKeys(runtime, memberIds);
  const streams = memberIds.flatMap((memberId, index) => {
    const { member, wallet } = createMemberStreams({ memberId, index, passes, joinedAt, expiresAt });
    return [member, wallet];
  });
  await appendStreams(runtime, streams, now);
  return memberIds;
}

/** Creates the keys that encrypt members' personal data. */
export const createKeys = (
  { memberKeys }: Pick<Runtime<StudioEvent>, 'memberKeys'>,
  memberIds: readonly string[],
): Promise<void> => forEachConcurrently(memberIds, (memberId) => memberKeys.create(memberId));

async function forEachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const remaining = items.values();
  await Promise.all(
    Array.from({ length: concurrentAppends }, async () => {
      for (const item of remaining) await work(item);
    }),
  );
}
