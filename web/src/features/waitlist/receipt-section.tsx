import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ReceiptMoment, WaitlistReceipt } from '#services/contract/waitlist-receipt.ts';
import { Button } from '#web/components/ui/button.tsx';
import { cx } from '#web/components/ui/cx.ts';
import { LoadProblem } from '#web/components/ui/load-problem.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { downloadFile } from '#web/lib/download-file.ts';
import { formatDayTime } from '#web/lib/london-time.ts';
import { useRead } from '#web/lib/use-read.ts';
import { describeMoment, describeStanding } from './describe-moment.ts';

const Moment = ({ moment }: { moment: ReceiptMoment }) => {
  const { at, mine, booked, capacity, rule } = moment;
  return (
    <li className="border-sand border-t px-4 py-4 first:border-t-0 md:grid md:grid-cols-[1fr_auto] md:gap-6 md:px-6">
      <div className="min-w-0">
        <p className={cx('leading-snug', mine && 'font-medium')}>{describeMoment(moment)}</p>
        {rule && <p className="text-ink-muted text-sm leading-snug">{rule.text}</p>}
        <p className="tabular text-ink-muted text-sm">
          <time dateTime={at}>{formatDayTime(at)}</time>
        </p>
      </div>
      <p className="tabular mt-1 text-sm md:mt-0 md:text-right">
        <span className="block">{describeStanding(moment)}</span>
        <span className="block text-ink-muted">
          {booked} of {capacity} booked
        </span>
      </p>
    </li>
  );
};

const Receipt = ({ receipt }: { receipt: WaitlistReceipt }) => {
  const { content, signature } = receipt;
  const save = () => {
    const text = `${JSON.stringify(receipt, null, 2)}\n`;
    downloadFile(`tideline-waitlist-${content.classId}.json`, new Blob([text], { type: 'application/json' }));
  };
  return (
    <>
      <ol className="rounded-card border border-sand bg-surface">
        {content.moments.map((moment) => (
          <Moment key={`${moment.position} ${moment.what}`} moment={moment} />
        ))}
      </ol>
      <p className="mt-4 max-w-prose">
        The studio signs every line of it. It names nobody, so you can show it to anyone, who can check it
        without us with <code>npm run audit -- verify</code>.
      </p>
      <p className="mt-1 text-ink-muted text-sm">
        Signed with the key <span className="tabular break-words">{signature.fingerprint}</span>
      </p>
      <Button variant="secondary" className="mt-4" onClick={save}>
        <Download aria-hidden="true" className="size-4.5" />
        Save the receipt
      </Button>
    </>
  );
};

const LoadedReceipt = ({ classId }: { classId: number }) => {
  const { data, hasFailed, retry } = useRead<WaitlistReceipt>(`/api/waitlist/${classId}/receipt`);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h2 id="receipt" ref={heading} tabIndex={-1} className="mb-5 text-2xl outline-none">
        Your receipt
      </h2>
      {data ? <Receipt receipt={data} /> : null}
      {!data && hasFailed ? (
        <LoadProblem title="The receipt is not here just now" text="Nothing of it is lost." onRetry={retry} />
      ) : null}
      {!data && !hasFailed ? (
        <div aria-busy="true">
          <Skeleton className="h-72" />
        </div>
      ) : null}
    </>
  );
};

/** Every moment of the waiting list since the member joined it, signed, to read and to keep. Its own address opens it immediately. */
export const ReceiptSection = ({ classId }: { classId: number }) => {
  const [search, setSearch] = useSearchParams();
  const isOpen = search.has('receipt');
  return (
    <section aria-labelledby={isOpen ? 'receipt' : undefined} className="mt-10 md:mt-14">
      {isOpen ? (
        <LoadedReceipt classId={classId} />
      ) : (
        <Button variant="secondary" onClick={() => setSearch({ receipt: '' }, { preventScrollReset: true })}>
          Show the receipt of this line
        </Button>
      )}
    </section>
  );
};
