import { Refusal } from '#domain/refusal.ts';

/** The code of the refusal that a command ends with, or 'done'. */
export async function codeOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
