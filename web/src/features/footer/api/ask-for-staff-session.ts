import type { StaffSessionAnswer } from '../../../../../services/contract/staff.ts';

/**
 * Asks for an admin's session. A wrong password answers null; anything else that goes wrong throws.
 * Sent without the member's token, and outside `send`: a 401 here says nothing about the member's own session.
 */
export async function askForStaffSession(password: string): Promise<string | null> {
  const response = await fetch('/api/staff/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ role: 'admin', password }),
  });
  if (response.status === 400 || response.status === 401) return null;
  if (!response.ok) throw new Error(`The staff session answered ${response.status}`);
  const answer: StaffSessionAnswer = await response.json();
  return answer.token;
}
