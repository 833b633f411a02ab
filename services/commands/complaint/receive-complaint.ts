import { receiveComplaint as decide, getComplaintKey } from '#domain/complaint/decide.ts';
import { complaintDecider } from '#domain/complaint/decider.ts';
import type { Complaint } from '#domain/complaint/events.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

export interface ReceiveComplaintDeps extends CommandDeps {
  readonly nextComplaintId: () => Promise<number>;
  readonly memberKeys: { create(ownerId: string): Promise<void> };
}

/** Records a complaint about personal data, sealed with a key of its own. */
export const receiveComplaint = defineCommand(
  'receive-complaint',
  async ({ deciders, nextComplaintId, memberKeys }: ReceiveComplaintDeps, complaint: Complaint, context) => {
    const complaintId = await nextComplaintId();
    await memberKeys.create(getComplaintKey(complaintId));
    const { position } = await deciders.handle(complaintDecider, String(complaintId), context, (state) =>
      decide(state, { complaintId, complaint, now: context.now }),
    );
    return { position };
  },
);
