import { answerComplaint as decide } from '#domain/complaint/decide.ts';
import { complaintDecider } from '#domain/complaint/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** @throws Refusal COMPLAINT_NOT_FOUND */
export const answerComplaint = defineCommand(
  'answer-complaint',
  async (
    { deciders }: CommandDeps,
    answer: { complaintId: number; answerId: string; text: string },
    context,
  ) => {
    const { position } = await deciders.handle(
      complaintDecider,
      String(answer.complaintId),
      context,
      (state) => decide(state, { ...answer, now: context.now }),
    );
    return { position };
  },
);
