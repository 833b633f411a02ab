import type { Rate } from '#domain/instructor/rates.ts';
import type { PersonalDataKind } from '#domain/member/events.ts';
import { formatPounds } from '#domain/money.ts';
import type { StudioRecord } from '../studio-record.ts';
import type { EventDescription } from './describe-wallet-event.ts';
import { formatRuleChange } from './format-rule.ts';
import { describeActor } from './wording.ts';

function describeRate({ classType, validFrom, basePence, perHeadPence, above }: Rate): string {
  const classes = classType === null ? 'each class' : `each class of “${classType}”`;
  const heads = perHeadPence === 0 ? '' : `, and ${formatPounds(perHeadPence)} a head above ${above}`;
  return `From ${validFrom} ${classes} pays ${formatPounds(basePence)}${heads}.`;
}

/** Describes an event that belongs to no history of passes, classes or money. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one short case for each event type.
export function describeOtherEvent(event: StudioRecord): EventDescription {
  const who = `By ${describeActor(event.metadata.actor)}.`;
  switch (event.type) {
    case 'PersonalDataRead': {
      const { what, classId } = event.data;
      const ofClass = classId === undefined ? '' : ` for class ${classId}`;
      const summaries: Record<PersonalDataKind, string> = {
        audit: 'The member’s name and address were shown at the auditor’s desk.',
        page: 'The member’s page was opened.',
        dispute: 'The evidence of a dispute of the member’s payment was opened.',
        health: `The member’s health details were opened${ofClass}.`,
      };
      return { summary: summaries[what], why: who };
    }
    case 'RefundRequested':
      return { summary: `${formatPounds(event.data.amountPence)} is to go back to the payer.`, why: who };
    case 'WithdrawalRequested':
      return { summary: 'The member cancels the purchase within 14 days.', why: who };
    case 'RefundReasonGiven':
      return { summary: 'The reason of the refund was noted.', why: who };
    case 'RefundMade':
      return {
        summary: `${formatPounds(event.data.amountPence)} went back, by refund ${event.data.refundId}.`,
        why: 'Stripe accepted it.',
      };
    case 'RefundRefused':
      return {
        summary: `${formatPounds(event.data.amountPence)} was not refunded.`,
        why: `Stripe refused it: ${event.data.code}.`,
      };
    case 'DisputeReported': {
      const { amountPence, reason, status } = event.data;
      return {
        summary: `The bank’s dispute of ${formatPounds(amountPence)}, for the reason ${reason}, is ${status}.`,
        why: 'Stripe said so.',
      };
    }
    case 'DisputeAnswered':
      return {
        summary: `Evidence was sent to the bank. Its SHA-256 is ${event.data.sha256}.`,
        why: `By ${event.data.by}.`,
      };
    case 'NoteAdded':
      return { summary: 'A note about the member was written; its text is not shown here.', why: who };
    case 'ComplaintReceived':
      return { summary: 'A complaint about personal data came in; its text is not shown here.', why: who };
    case 'ComplaintAcknowledged':
      return { summary: 'The complaint was acknowledged by email.', why: who };
    case 'ComplaintAnswered':
      return { summary: 'The complaint was answered; the text is not shown here.', why: who };
    case 'ComplaintErased':
      return { summary: 'The retention period of the complaint is over.', why: who };
    case 'RateSet':
      return { summary: describeRate(event.data), why: who };
    case 'AccountLinked': {
      const { accountId } = event.data;
      const account = accountId === null ? 'No account sees' : `Account ${accountId} sees`;
      return { summary: `${account} the pay of this instructor.`, why: who };
    }
    case 'PayPeriodClosed': {
      const { from, to, totalPence } = event.data;
      return {
        summary: `The pay from ${from} to ${to} was closed with ${formatPounds(totalPence)}.`,
        why: who,
      };
    }
    case 'MemberErased':
      return { summary: 'The member was erased; nobody can read their personal data any more.', why: who };
    case 'MemberRecordsRemoved':
      return { summary: 'The retention period of an erased member is over.', why: who };
    case 'ClosureSet': {
      const { from, to, reason } = event.data;
      return { summary: `The studio is closed from ${from} to ${to}: ${reason}.`, why: who };
    }
    case 'ClosureLifted':
      return { summary: `Closing days ${event.data.closureId} were lifted.`, why: who };
    case 'TemplateApplied': {
      const { templateId, weekStart, classes } = event.data;
      return {
        summary: `Template ${templateId} made ${classes.length} classes for the week of ${weekStart}.`,
        why: who,
      };
    }
    case 'TemplateApplicationUndone': {
      const { templateId, weekStart, classes } = event.data;
      return {
        summary: `${classes.length} classes of template ${templateId} in the week of ${weekStart} were taken back.`,
        why: who,
      };
    }
    case 'ImportBegun': {
      const { source, people, files } = event.data;
      return {
        summary: `${people} people are brought over from ${source}, from ${files.length} files.`,
        why: who,
      };
    }
    case 'ImportClosed': {
      const { created, merged, sums } = event.data;
      const passes = sums.reduce((sum, one) => sum + one.passes, 0);
      return {
        summary: `Everyone was brought over: ${created} new members, ${merged} who were here, ${passes} passes.`,
        why: who,
      };
    }
    case 'ImportStopped':
      return {
        summary: `Import ${event.data.importId} stopped, as its lines were lost with the database.`,
        why: who,
      };
    case 'ImportInvited':
      return { summary: 'The members who were brought over are invited by email.', why: who };
    case 'ImportUndoBegun':
      return { summary: `Import ${event.data.importId} is undone.`, why: who };
    case 'ImportUndone': {
      const { lots, kept, members } = event.data;
      return {
        summary: `${lots} lots were taken back and ${members} members erased; ${kept} lots were used and stay.`,
        why: who,
      };
    }
    case 'MemberInvited':
      return { summary: 'The member is invited to choose a password.', why: who };
    case 'StudioExported':
      return { summary: 'All of the studio’s data was downloaded.', why: who };
    case 'RulesChanged': {
      const { version, changes } = event.data;
      const rules = changes.map(formatRuleChange).join('; ');
      return { summary: `The rulebook has version ${version}. ${rules}.`, why: who };
    }
    case 'SettingChanged':
      return { summary: `Setting ${event.data.key} was set to “${event.data.value}”.`, why: who };
    default:
      return { summary: event.type, why: '' };
  }
}
