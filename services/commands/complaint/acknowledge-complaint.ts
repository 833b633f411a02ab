import { acknowledgeComplaint as decide } from '#domain/complaint/decide.ts';
import { complaintDecider } from '#domain/complaint/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Records that the mail provider accepted the acknowledgement of a complaint. */
export const acknowledgeComplaint = defineCommand(
  'acknowledge-complaint',
  async ({ deciders }: CommandDeps, { complaintId }: { complaintId: number }, context) => {
    const { position } = await deciders.handle(complaintDecider, String(complaintId), context, (state) =>
      decide(state, { complaintId, now: context.now }),
    );
    return { position };
  },
);
