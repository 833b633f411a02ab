import { expect, it } from 'vitest';
import { ApiError, createOfflineError } from '#web/lib/api-error.ts';
import { staffMessages as messages } from './staff-messages.ts';

const refusal = new ApiError({ status: 409, code: 'NO_PASS', message: 'They have one pass.', raw: '409' });
const disconnect = createOfflineError(new Error('socket hang up'));

/** Spec 001 section 8, line by line. */
it.each([
  ['Failed to fetch instructors', messages.loadFailed('instructors')],
  ['Failed to fetch classes', messages.loadFailed('classes')],
  ['Failed to fetch members', messages.loadFailed('members')],
  ['Failed to fetch class passes', messages.loadFailed('class passes')],
  ['Failed to fetch pass sales', messages.loadFailed('pass sales')],
  ['Failed to fetch memberships', messages.loadFailed('memberships')],
  ['Failed to fetch weekly templates', messages.loadFailed('weekly templates')],
  ['Failed to fetch template classes', messages.loadFailed('template classes')],
  ['Failed to fetch weekly analytics', messages.loadFailed('weekly analytics')],
  ['Failed to fetch monthly report', messages.loadFailed('monthly report')],
  ['Failed to fetch member bookings', messages.loadFailed('member bookings')],
  ['Failed to fetch member passes', messages.loadFailed('member passes')],
  ['Failed to fetch recent bookings', messages.loadFailed('recent bookings')],
  ['Failed to fetch class bookings', messages.loadFailed('class bookings')],
  ['Failed to fetch weekly class counts', messages.loadFailed('weekly class counts')],
  ['Failed to create instructor', messages.createFailed('instructor')],
  ['Failed to create class', messages.createFailed('class')],
  ['Failed to update class pass', messages.updateFailed('class pass')],
  ['Failed to update template', messages.updateFailed('template')],
  ['Failed to delete template class', messages.deleteFailed('template class')],
  ['Failed to delete member', messages.deleteFailed('member')],
  ['Failed to update class status', messages.classStatusFailed],
  ['Failed to remove booking', messages.removeBookingFailed],
  ['Failed to add passes', messages.addPassesFailed],
  ['Failed to remove passes', messages.removePassesFailed(disconnect)],
  ['They have one pass.', messages.removePassesFailed(refusal)],
  ['Failed to add member to class', messages.addToClassFailed(disconnect)],
  ['They have one pass.', messages.addToClassFailed(refusal)],
  ['Failed to send prelaunch emails', messages.emailsFailed(disconnect)],
  ['They have one pass.', messages.emailsFailed(refusal)],
  ['Failed to add members to the mailing list. Please try again.', messages.mailingListFailed],
  ['Failed to update membership availability', messages.availabilityFailed],
  ['Failed to cancel membership', messages.cancelMembershipFailed],
  ['Failed to apply template to week', messages.applyTemplateFailed],
  ['Failed to export monthly report', messages.exportFailed],
])('shows the failure "%s" under the title Error', (text, toast) => {
  expect(toast).toEqual({ title: 'Error', text, tone: 'error' });
});

it.each([
  ['Instructor created', messages.created('instructor')],
  ['Class pass updated', messages.updated('class pass')],
  ['Template class deleted', messages.deleted('template class')],
  ['Booking removed and pass refunded to customer', messages.bookingRemoved],
  ['Added 5 passes to member', messages.passesAdded(5)],
  ['Added 1 pass to member', messages.passesAdded(1)],
  ['Removed 2 passes from member', messages.passesRemoved(2)],
  ['Member added to class successfully', messages.memberAddedToClass],
  ['Membership sign-ups are now open', messages.signUpsAre('open')],
  ['Membership sign-ups are now closed', messages.signUpsAre('closed')],
  ['Template applied', messages.templateApplied('9 classes added to the week of Monday 30 November.')],
  ['Monthly report exported successfully', messages.reportExported],
  ['Emails Sent Successfully', messages.emailsSent(38, 40, '95%')],
])('shows the success "%s"', (title, toast) => {
  expect(toast).toMatchObject({ title, tone: 'success' });
});

it('states that a campaign had no recipients, and who was left out', () => {
  expect(messages.nobodyToReach(0)).toMatchObject({
    title: 'Nobody to reach',
    text: 'There is no member whom this is for.',
  });
  expect(messages.nobodyToReach(2).text).toMatch(/2 left out/);
});

it('counts the emails in the text of the toast', () => {
  expect(messages.emailsSent(38, 40, '95%').text).toBe('38 of 40 members (95%).');
});
