import { useConfig } from '#web/lib/config.ts';

/** States on every page that cards and emails are simulated, while the sandbox runs. */
export function SandboxBar() {
  const config = useConfig();
  if (!config?.sandbox) return null;
  const linkClasses =
    'inline-flex min-h-11 items-center px-1 underline underline-offset-3 hover:no-underline md:min-h-8';
  return (
    <aside
      aria-label="Sandbox"
      className="flex flex-wrap items-center justify-center gap-x-2 bg-deep px-4 text-sm text-white max-[23rem]:pt-2 md:py-1 [&_:focus-visible]:outline-sun"
    >
      <p>
        <strong className="font-semibold text-sun">Sandbox:</strong> no real cards or emails.
      </p>
      <p className="flex items-center gap-1">
        <a href="/sandbox/outbox" className={linkClasses}>
          Outbox
        </a>
        <span aria-hidden="true">·</span>
        <a href="/sandbox/clock" className={linkClasses}>
          Clock
        </a>
      </p>
    </aside>
  );
}
