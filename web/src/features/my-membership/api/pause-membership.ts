import type {
  PauseMembershipAnswer,
  PausePreviewAnswer,
  ResumeMembershipAnswer,
} from '#services/contract/membership.ts';
import { post, request } from '#web/lib/http.ts';

const toPath = (id: number) => `/api/membership/${id}/pause`;

/** What a pause of the next period would mean. Throws `ApiError`: PAUSE_NOT_POSSIBLE, PAUSE_TOO_LATE, PAUSE_TOO_OFTEN. */
export const previewPause = (id: number): Promise<PausePreviewAnswer> =>
  post<PausePreviewAnswer>(`${toPath(id)}?dryRun=true`);

/** Pauses the next period. Throws `ApiError` as its preview. */
export const pauseMembership = (id: number): Promise<PauseMembershipAnswer> =>
  post<PauseMembershipAnswer>(toPath(id));

/** Withdraws a pause before it begins. Throws `ApiError`: NO_PAUSE_PLANNED. */
export const withdrawPause = (id: number): Promise<ResumeMembershipAnswer> =>
  request<ResumeMembershipAnswer>(toPath(id), { method: 'DELETE' });
