import { randomUUID } from 'node:crypto';
import { millisecondsInDay } from 'date-fns/constants';
import type { StudioEvent } from '#domain/registry.ts';
import type { Runtime } from '#infra/runtime/connect.ts';

const appendsAtOnce = 64;

const given = ['Ann', 'Bea', 'Cara', 'Dana', 'Esme', 'Fay', 'Gwen', 'Holly', 'Iris', 'June'];
const family = ['Shore', 'Harbour', 'Pier', 'Marsh', 'Cliff', 'Dunes', 'Cove', 'Reef', 'Tide', 'Sands'];

/** A stream that does not exist yet, and what goes into it. */
export interface NewStream {
  readonly name: string;
  readonly events: StudioEvent[];
}

/** What a made-up member has. */
export interface MemberPlan {
  readonly memberId: string;
  /** Tells them apart in names and addresses. */
  readonly index: number;
  readonly passes: number;
  /** Long enough ago that nobody is written to about it. */
  readonly joinedAt: Date;
  /** The last instant of the passes. */
  readonly expiresAt: Date;
}

/** The streams of a member who signed up and was given one lot, in the shape that the product's commands give them. */
export function memberStreams(plan: MemberPlan): { member: NewStream; wallet: NewStream } {
  const { memberId, index, passes } = plan;
  const at = plan.joinedAt.toISOString();
  const name = `${given[index % 10]} ${family[Math.floor(index / 10) % 10]} ${index}`;
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

/** Appends new streams, many at once. */
export async function appendStreams(
  { eventStore }: Pick<Runtime<StudioEvent>, 'eventStore'>,
  streams: readonly NewStream[],
  now: Date,
): Promise<void> {
  // Passes that nobody paid for are given by staff.
  const context = { now, actor: { kind: 'staff', role: 'admin' } as const };
  await inTurns(streams, ({ name, events }) =>
    eventStore.append(name, 'no_stream', events, { ...context, commandId: randomUUID() }),
  );
}

/** Members who signed up some days ago and hold a lot of passes for half a year. */
export async function makeMembers(
  runtime: Pick<Runtime<StudioEvent>, 'eventStore' | 'memberKeys'>,
  { members, passes, now }: { members: number; passes: number; now: Date },
): Promise<string[]> {
  const memberIds = Array.from({ length: members }, () => randomUUID());
  const joinedAt = new Date(now.getTime() - 3 * millisecondsInDay);
  const expiresAt = new Date(now.getTime() + 180 * millisecondsInDay);
  await createKeys(runtime, memberIds);
  const streams = memberIds.flatMap((memberId, index) => {
    const { member, wallet } = memberStreams({ memberId, index, passes, joinedAt, expiresAt });
    return [member, wallet];
  });
  await appendStreams(runtime, streams, now);
  return memberIds;
}

/** The keys that members' personal data are sealed with. */
export const createKeys = (
  { memberKeys }: Pick<Runtime<StudioEvent>, 'memberKeys'>,
  memberIds: readonly string[],
): Promise<void> => inTurns(memberIds, (memberId) => memberKeys.create(memberId));

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: appendsAtOnce }, async () => {
      for (const item of left) await work(item);
    }),
  );
}
