import type { StaffSessionAnswer, StaffSessionBody } from '#services/contract/staff.ts';
import { toApiError } from '#web/lib/api-error.ts';
import { fetchInTime } from '#web/lib/fetch-in-time.ts';
import type { StaffSession } from '#web/lib/staff-session.ts';

/** The session, or the sentence that explains the refusal; `asksForCode` while the password is right and the code is missing or wrong. */
type SignInResult =
  | { readonly session: StaffSession }
  | { readonly refusal: string; readonly asksForCode?: boolean };

const refusals = {
  noAnswer: 'We could not check the password just now. Please try again in a moment.',
  noCode: 'This is not a code. It has 6 digits, or begins with a digit and has 16 letters and digits.',
  wrongPassword: 'Incorrect password',
  wrongAccount: 'Please check your email and password.',
};

/**
 * Requests a staff session; never throws. It bypasses `send`, whose handling of a 401 would close a session that is
 * already open.
 */
export async function requestStaffSession(body: StaffSessionBody): Promise<SignInResult> {
  try {
    const response = await fetchInTime('/api/staff/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.ok) {
      const { token, role, name, staffId, needsSecondFactor }: StaffSessionAnswer = await response.json();
      return { session: { token, role, name, staffId, needsSecondFactor } };
    }
    const { status, statusText } = response;
    const error = toApiError(status, statusText, await response.text());
    if (error.code === 'SECOND_FACTOR_REQUIRED' || error.code === 'WRONG_CODE')
      return { refusal: error.message, asksForCode: true };
    // After the password has passed, only the code can be malformed.
    if (status === 400 && 'code' in body) return { refusal: refusals.noCode, asksForCode: true };
    // A text that is no valid email or password is refused as a wrong one.
    if (status === 400 || status === 401) {
      return { refusal: 'role' in body ? refusals.wrongPassword : refusals.wrongAccount };
    }
    if (status >= 500) return { refusal: refusals.noAnswer };
    return { refusal: error.message };
  } catch {
    return { refusal: refusals.noAnswer };
  }
}
