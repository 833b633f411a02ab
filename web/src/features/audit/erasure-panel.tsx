import { Download } from 'lucide-react';
import useSWR from 'swr';
import type { ErasureCertificateAnswer } from '#services/contract/erasure-certificate.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { downloadFile } from '#web/lib/download-file.ts';
import { formatInstant, formatWallDate } from '#web/lib/london-time.ts';
import { formatCount } from '#web/lib/numbers.ts';

type Content = ErasureCertificateAnswer['content'];

const actorTexts: Readonly<Record<Content['asked']['by']['kind'], string>> = {
  member: 'By the member',
  staff: 'By staff',
  worker: 'By the studio, since it was not used for years',
  webhook: 'By Stripe',
  system: 'By the system',
};

function describeActor({ kind, id }: Content['asked']['by']): string {
  return kind === 'staff' && id !== null ? `${actorTexts.staff}, ${id}` : actorTexts[kind];
}

function describeRetained({ kept }: Content): string {
  if (kept.until === null) return 'Nothing any more';
  const bookings = formatCount(kept.bookings, 'booking', 'bookings');
  const payments = formatCount(kept.payments, 'payment', 'payments');
  return `${bookings} and ${payments} without a name, until the end of ${formatWallDate(kept.until)}`;
}

function listFacts(content: Content): readonly (readonly [string, string])[] {
  const { asked, key, sealed, registrations } = content;
  const eventCount = formatCount(sealed.events, 'event', 'events');
  return [
    ['Asked for', formatInstant(asked.at)],
    ['Who asked', describeActor(asked.by)],
    ['Key destroyed', formatInstant(key.destroyedAt)],
    ['Fingerprint of the key', key.fingerprint ?? 'It was not kept then'],
    ['Sealed', `${eventCount} that nobody can read, the erasure is event ${asked.position} of the log`],
    ...(registrations.length === 0
      ? []
      : [['Registrations of interest', `${registrations.length} erased with the account`] as const]),
    ['Kept', describeRetained(content)],
  ];
}

function downloadCertificate(certificate: ErasureCertificateAnswer): void {
  const text = JSON.stringify(certificate, null, 2);
  downloadFile(
    `erasure-${certificate.content.memberId}.json`,
    new Blob([text], { type: 'application/json' }),
  );
}

/** The certificate that a member's personal data is unreadable, with its download. */
export function ErasurePanel({ memberId }: { memberId: string }) {
  const { data, error } = useSWR<ErasureCertificateAnswer, Error>(`/api/audit/members/${memberId}/erasure`, {
    shouldRetryOnError: false,
  });
  const isUnderWay = error instanceof ApiError && error.code === 'ERASURE_NOT_COMPLETE';
  return (
    <Card as="section" aria-label="Certificate of erasure" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-display text-lg">Certificate of erasure</h3>
        {data !== undefined && <Badge tone="kelp">Complete</Badge>}
        {isUnderWay && <Badge tone="amber">Under way</Badge>}
      </div>
      {error !== undefined && <p className="max-w-prose text-ink-muted">{error.message}</p>}
      {data !== undefined && (
        <>
          <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
            {listFacts(data.content).map(([name, value]) => (
              <div key={name} className="min-w-0">
                <dt className="text-ink-muted text-sm">{name}</dt>
                <dd className="wrap-anywhere tabular">{value}</dd>
              </div>
            ))}
          </dl>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button variant="secondary" size="sm" onClick={() => downloadCertificate(data)}>
              <Download aria-hidden="true" className="size-4.5" />
              Take the certificate
            </Button>
            <p className="text-ink-muted text-sm">
              It is signed; <code>npm run audit -- verify FILE</code> checks it anywhere.
            </p>
          </div>
        </>
      )}
    </Card>
  );
}
