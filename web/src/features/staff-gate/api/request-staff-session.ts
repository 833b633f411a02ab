import type { StaffSessionAnswer, StaffSessionBody } from '../../../../../services/contract/staff.ts';
import { createOfflineError, toApiError } from '../../../lib/api-error.ts';
import type { StaffSession } from '../../../lib/staff-session.ts';

/** What came of asking: a session, or the sentence that says why not. */
type Asked = { readonly session: StaffSession } | { readonly refused: string };

const refusals = {
  unread: 'We could not check the password just now. Please try again in a moment.',
  wrong: 'Incorrect password',
  wrongAccount: 'Please check your email and password.',
};

/**
 * Asks for a staff session. Sent without any token and outside `send`: a 401 here says nothing about a session that is
 * open already. Never throws.
 */
export async function requestStaffSession(body: StaffSessionBody): Promise<Asked> {
  try {
    const response = await fetch('/api/staff/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    }).catch((cause: unknown) => {
      throw createOfflineError(cause);
    });
    if (response.ok) {
      const { token, role, name, staffId }: StaffSessionAnswer = await response.json();
      return { session: { token, role, name, staffId } };
    }
    const { status, statusText } = response;
    // What can be no password, or no email, is a wrong one.
    if (status === 400 || status === 401) {
      return { refused: 'role' in body ? refusals.wrong : refusals.wrongAccount };
    }
    if (status >= 500) return { refused: refusals.unread };
    return { refused: toApiError(status, statusText, await response.text()).message };
  } catch {
    return { refused: refusals.unread };
  }
}
