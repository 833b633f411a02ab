import { formatLongDay } from '#domain/london-time.ts';
import { formatPounds } from '#domain/money.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName, passes } from '#workers/emails/wording.ts';

/** The passes of the sale as they stand. */
interface LotLeft {
  readonly granted: number;
  readonly available: number;
  /** In bookings, also past ones. */
  readonly inUse: number;
  readonly takenBack: number;
  /** In use, and going back as they come back. */
  readonly owed: number;
  readonly expiresAt: Date;
}

interface MoneyMoved {
  readonly name: string;
  readonly what: 'refunded' | 'refused' | 'refund_failed' | 'dispute_won';
  readonly amountPence: number;
  readonly passName: string;
  /** null when no passes were granted. */
  readonly lot: LotLeft | null;
}

const onItsWay = 'It goes back the way you paid, and usually arrives within ten days.';

const usable = ({ available, expiresAt }: LotLeft) =>
  available === 0 ? [] : [`You have ${passes(available)} left, to use by ${formatLongDay(expiresAt)}.`];

function gone({ granted, takenBack, owed }: LotLeft): string[] {
  if (takenBack === 0) return owed === 0 ? ['Your passes stay as they are.'] : [];
  if (granted === 1) return ['The pass has gone back with it.'];
  if (takenBack === granted) return [`All ${granted} passes have gone back with it.`];
  return [`${takenBack} of its ${granted} passes ${takenBack === 1 ? 'has' : 'have'} gone back with it.`];
}

function standing({ inUse, owed }: LotLeft): string[] {
  if (inUse === 0) return [];
  const stand = 'The classes you have booked with it stand';
  return [owed === 0 ? `${stand}.` : `${stand}; should you cancel one, its pass goes back too.`];
}

type Words = { subject: string; heading: string; paragraphs: string[] };

const wordsFor: Record<MoneyMoved['what'], (moved: MoneyMoved) => Words> = {
  refused: ({ name, amountPence, passName }) => ({
    subject: `Your ${formatPounds(amountPence)} is on its way back`,
    heading: `Your money is on its way back, ${firstName(name)}`,
    paragraphs: [
      `The ${passName} can only be purchased once per member, so we have sent your ${formatPounds(amountPence)} back.`,
      onItsWay,
    ],
  }),
  refunded: ({ name, amountPence, passName, lot }) => ({
    subject: `Your refund of ${formatPounds(amountPence)}`,
    heading: `Your refund is on its way, ${firstName(name)}`,
    paragraphs: [
      `We have sent ${formatPounds(amountPence)} back for your ${passName}. ${onItsWay}`,
      ...(lot === null ? [] : [[...gone(lot), ...usable(lot), ...standing(lot)].join(' ')]),
    ],
  }),
  refund_failed: ({ amountPence, passName, lot }) => ({
    subject: 'Your refund did not arrive',
    heading: 'Your refund came back to us',
    paragraphs: [
      `Your bank has returned the ${formatPounds(amountPence)} that we sent back for your ${passName}.`,
      ...(lot === null
        ? ['Please reply to this email, and we will find another way to send it.']
        : [
            ['Any passes that went with it are yours again.', ...usable(lot)].join(' '),
            'If you would rather have the money, reply to this email and we will find another way.',
          ]),
    ],
  }),
  dispute_won: ({ name, amountPence, passName, lot }) => ({
    subject: `Your ${passName} is back`,
    heading: `Your ${passName} is back, ${firstName(name)}`,
    paragraphs: [
      [
        `The dispute about your payment of ${formatPounds(amountPence)} is closed, and your ${passName} is yours again.`,
        ...(lot === null ? [] : usable(lot)),
      ].join(' '),
    ],
  }),
};

export function refundNoticeEmail(sender: Sender, moved: MoneyMoved): StudioEmail {
  const { subject, heading, paragraphs } = wordsFor[moved.what](moved);
  return studioEmail(sender, {
    subject,
    preview: paragraphs[0] ?? subject,
    heading,
    paragraphs: [...paragraphs, { label: 'See my passes', path: '/my-passes' }],
  });
}
