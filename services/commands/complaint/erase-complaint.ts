import { eraseComplaint as decide, getComplaintKey } from '#domain/complaint/decide.ts';
import { complaintDecider } from '#domain/complaint/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

export interface EraseComplaintDeps extends CommandDeps {
  readonly memberKeys: { destroy(ownerId: string, at: Date): Promise<void> };
}

/** Makes a complaint unreadable for good. The key is destroyed first, for the reason in erase-registration.ts. */
export const eraseComplaint = defineCommand(
  'erase-complaint',
  async ({ deciders, memberKeys }: EraseComplaintDeps, { complaintId }: { complaintId: number }, context) => {
    await memberKeys.destroy(getComplaintKey(complaintId), context.now);
    const { position } = await deciders.handle(complaintDecider, String(complaintId), context, (state) =>
      decide(state, { complaintId, now: context.now }),
    );
    return { position };
  },
);
