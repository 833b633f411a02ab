import { CalendarSync, Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { toast } from '#web/components/ui/toast.ts';
import { formatDate } from '#web/lib/london-time.ts';
import { calendarFailed } from '../calendar/calendar-failed.ts';
import { useCalendarFeed } from './api/use-calendar-feed.ts';

/** The new link, shown once, to copy or to open in a calendar app. */
const NewLink = ({ url }: { url: string }) => {
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div className="mt-4">
      <label htmlFor={id} className="font-medium">
        Your calendar link
      </label>
      <div className="mt-1.5 flex flex-col gap-3 sm:flex-row">
        <Input
          id={id}
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
          className="grow"
        />
        <Button variant="secondary" onClick={copy}>
          <Copy aria-hidden="true" className="size-4.5" />
          {isCopied ? 'Copied' : 'Copy link'}
        </Button>
        <Button asChild>
          <a href={url.replace(/^https?:/, 'webcal:')}>Open in calendar</a>
        </Button>
      </div>
      <p role="status" className="mt-2 text-ink-muted text-sm">
        Subscribe to it in your calendar. We show it only now: copy it before you leave this page.
      </p>
    </div>
  );
};

/** A private link that keeps the member's own calendar up to date with their bookings. */
export const CalendarSection = () => {
  const { since, make, revoke } = useCalendarFeed();
  const [url, setUrl] = useState<string | null>(null);
  const [busy, setBusy] = useState<'make' | 'revoke' | null>(null);
  const run = async (action: 'make' | 'revoke') => {
    setBusy(action);
    try {
      if (action === 'make') setUrl(await make());
      else {
        await revoke();
        setUrl(null);
      }
    } catch (cause) {
      toast(calendarFailed(cause));
    } finally {
      setBusy(null);
    }
  };
  return (
    <section
      aria-labelledby="calendar"
      className="mt-14 rounded-card border border-sand bg-surface px-5 py-6 md:px-7"
    >
      <h2 id="calendar" className="text-2xl">
        In your own calendar
      </h2>
      <p className="mt-2 max-w-prose text-ink-muted">
        A private link keeps your classes in your calendar, also when they are moved or cancelled. Whoever has
        the link can see when you come; make a new one, or remove it, and the old one stops working. So it
        does when you change your password or email address, or sign out everywhere.
      </p>
      {since ? (
        <p className="mt-2 text-ink-muted text-sm">Your link was made on {formatDate(since)}.</p>
      ) : null}
      {url ? <NewLink url={url} /> : null}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" busy={busy === 'make'} onClick={() => void run('make')}>
          <CalendarSync aria-hidden="true" className="size-4.5" />
          {since ? 'Make a new link' : 'Make a calendar link'}
        </Button>
        {since ? (
          <Button variant="quiet" busy={busy === 'revoke'} onClick={() => void run('revoke')}>
            Remove the link
          </Button>
        ) : null}
      </div>
    </section>
  );
};
