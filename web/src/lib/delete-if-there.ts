import { ApiError } from './api-error.ts';
import { request } from './http.ts';

/** Deletes something of the member's; a missing one counts as deleted. Throws `ApiError`. */
export const deleteIfThere = async (path: string): Promise<void> => {
  try {
    await request(path, { method: 'DELETE' });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error;
  }
};
