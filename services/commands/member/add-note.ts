import { addNote as decide } from '#domain/member/decide-note.ts';
import { memberDecider } from '#domain/member/decider.ts';
import { type CommandDeps, defineCommand } from '../define-command.ts';

/** Staff add a note about a member, once for each id. `isAdded` is false for a person who is not an active member. */
export const addNote = defineCommand(
  'add-note',
  async (
    { deciders }: CommandDeps,
    note: { memberId: string; noteId: string; text: string },
    context,
  ): Promise<{ isAdded: boolean }> => {
    const { state } = await deciders.handle(memberDecider, note.memberId, context, (member) =>
      decide(member, { ...note, now: context.now }),
    );
    return { isAdded: state.noteIds.has(note.noteId) };
  },
);
