import type { MemberState } from './decider.ts';
import type { MemberEvent, MemberIdentity } from './events.ts';

interface BroughtMember {
  readonly memberId: string;
  readonly importId: string;
  readonly identity: MemberIdentity;
  /** Whether the file states that the person wants the newsletter. */
  readonly newsletter: boolean;
  readonly now: Date;
}

/** Creates a member who was brought over, without a password. Appends nothing for a member who exists. */
export function bringMember(state: MemberState, member: BroughtMember): MemberEvent[] {
  if (state.status !== 'unknown') return [];
  const { memberId, importId, identity: personal, newsletter, now } = member;
  const at = now.toISOString();
  return [
    { type: 'MemberSignedUp', data: { memberId, personal, importId, at } },
    ...(newsletter
      ? [{ type: 'ConsentGiven' as const, data: { memberId, consent: 'newsletter' as const, at } }]
      : []),
  ];
}

/** Has a person who was brought over invited, once. Appends nothing for a member who was here or invited before. */
export function inviteMember(
  state: MemberState,
  { memberId, importId, now }: { memberId: string; importId: string; now: Date },
): MemberEvent[] {
  if (state.status !== 'active' || !state.isSilent) return [];
  return [{ type: 'MemberInvited', data: { memberId, importId, at: now.toISOString() } }];
}

/** Erases a member who came with an import that is undone, unless they were invited or here, or an account is another's. */
export function eraseBroughtMember(
  state: MemberState,
  { memberId, importId, now }: { memberId: string; importId: string; now: Date },
): MemberEvent[] {
  if (state.status !== 'active' || !state.isSilent || state.importId !== importId) return [];
  return [{ type: 'MemberErased', data: { memberId, at: now.toISOString() } }];
}
