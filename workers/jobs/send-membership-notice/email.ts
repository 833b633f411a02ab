import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import {
  composePaymentFailed,
  composeRefused,
  composeRenewed,
  composeStarted,
  composeUpgraded,
} from './charge-emails.ts';
import type { EmailContent, NoticeDetails } from './content.ts';
import {
  composeCancelling,
  composeEnded,
  composePause,
  composePauseWithdrawn,
  composePlanChange,
  composePlanKept,
  composePriceChange,
  composeResumed,
} from './terms-emails.ts';

function composeNotice(details: NoticeDetails): EmailContent {
  const { notice } = details;
  switch (notice.what) {
    case 'started':
      return composeStarted(details);
    case 'renewed':
      return composeRenewed(details);
    case 'payment-failed':
      return composePaymentFailed(details);
    case 'cancelling':
      return composeCancelling(details, notice);
    case 'resumed':
      return composeResumed(details);
    case 'pause':
      return composePause(details, notice);
    case 'pause-withdrawn':
      return composePauseWithdrawn(details);
    case 'ended':
      return composeEnded(details, notice);
    case 'price-change':
      return composePriceChange(details, notice);
    case 'plan-change':
      return composePlanChange(details);
    case 'plan-kept':
      return composePlanKept(details);
    case 'upgraded':
      return composeUpgraded(details, notice);
    case 'refused':
      return composeRefused(details, notice);
  }
}

export function membershipNoticeEmail(sender: Sender, details: NoticeDetails): StudioEmail {
  const content = composeNotice(details);
  const [first] = content.paragraphs;
  return studioEmail(sender, { ...content, preview: typeof first === 'string' ? first : content.subject });
}
