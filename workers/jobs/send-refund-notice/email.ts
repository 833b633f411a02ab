import { formatLongDay } from '#domain/london-time.ts';
import { formatPounds } from '#domain/money.ts';
import type { Sender } from '#workers/core/sender.ts';
import { type StudioEmail, studioEmail } from '#workers/emails/studio-email.ts';
import { firstName, formatPasses } from '#workers/emails/wording.ts';

/** The current passes of the sale. */
interface LotState {
  readonly granted: number;
  readonly available: number;
  /** In bookings, including past ones. */
  readonly inUse: number;
  readonly takenBack: number;
  /** In use, and taken back when they are returned. */
  readonly owed: number;
  readonly expiresAt: Date;
}

interface MoneyMovement {
  readonly name: string;
  readonly what: 'refunded' | 'refused' | 'refund_failed' | 'dispute_won';
  readonly amountPence: number;
  readonly passName: string;
  /** null when no passes were granted. */
  readonly lot: LotState | null;
}

const onItsWay = 'It goes back the way you paid, and usually arrives within ten days.';

const describeUsablePasses = ({ available, expiresAt }: LotState) =>
  available === 0 ? [] : [`You have ${formatPasses(available)} left, to use by ${formatLongDay(expiresAt)}.`];

function describeTakenPasses({ granted, takenBack, owed }: LotState): string[] {
  if (takenBack === 0) return owed === 0 ? ['Your passes stay as they are.'] : [];
  if (granted === 1) return ['The pass has gone back with it.'];
  if (takenBack === granted) return [`All ${granted} passes have gone back with it.`];
  return [`${takenBack} of its ${granted} passes ${takenBack === 1 ? 'has' : 'have'} gone back with it.`];
}

function describeBookings({ inUse, owed }: LotState): string[] {
  if (inUse === 0) return [];
  const stand = 'The classes you have booked with it stand';
  return [owed === 0 ? `${stand}.` : `${stand}; should you cancel one, its pass goes back too.`];
}

type EmailText = { subject: string; heading: string; paragraphs: string[] };

const composeByKind: Record<MoneyMovement['what'], (movement: MoneyMovement) => EmailText> = {
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
      ...(lot === null
        ? []
        : [[...describeTakenPasses(lot), ...describeUsablePasses(lot), ...describeBookings(lot)].join(' ')]),
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
            ['Any passes that went with it are yours again.', ...describeUsablePasses(lot)].join(' '),
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
        ...(lot === null ? [] : describeUsablePasses(lot)),
      ].join(' '),
    ],
  }),
};

export function refundNoticeEmail(sender: Sender, movement: MoneyMovement): StudioEmail {
  const { subject, heading, paragraphs } = composeByKind[movement.what](movement);
  return studioEmail(sender, {
    subject,
    preview: paragraphs[0] ?? subject,
    heading,
    paragraphs: [...paragraphs, { label: 'See my passes', path: '/my-passes' }],
  });
}
