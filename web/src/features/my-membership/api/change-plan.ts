import type { ChangePlanOfMembershipBody, PlanChangePreview } from '#services/contract/membership.ts';
import { post } from '#web/lib/http.ts';

const toPath = (id: number) => `/api/membership/${id}/plan`;

/** What another plan would mean. Throws `ApiError`: PLAN_CHANGE_NOT_POSSIBLE, PLAN_NOT_ON_SALE. */
export const previewPlan = (id: number, body: ChangePlanOfMembershipBody): Promise<PlanChangePreview> =>
  post<PlanChangePreview>(`${toPath(id)}?dryRun=true`, body);

/** Changes the plan. Throws `ApiError`: also CHANGED_SINCE, PAYMENT_DECLINED. */
export const changePlan = (id: number, body: ChangePlanOfMembershipBody): Promise<unknown> =>
  post<unknown>(toPath(id), body);
