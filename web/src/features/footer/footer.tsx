import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { SpringLine } from '#web/components/illustrations/spring-line.tsx';
import { lazyDialog } from '#web/components/ui/lazy-parts.tsx';
import { useStudio } from '#web/lib/config.ts';
import { siteEntries } from '../navigation/menu-entries.ts';

const AdminAccessDialog = lazyDialog(() =>
  import('./admin-access-dialog.tsx').then((m) => m.AdminAccessDialog),
);

const socialLinks = [
  { label: 'Instagram', href: 'https://www.instagram.com/' },
  { label: 'Facebook', href: 'https://www.facebook.com/' },
] as const;

const legalEntries = [
  { label: 'Privacy Policy', to: '/privacy-policy' },
  { label: 'Cookie Policy', to: '/cookie-policy' },
  { label: 'Terms of Service', to: '/terms-of-service' },
  { label: 'Data Complaints', to: '/complaints' },
] as const;

const linkClasses =
  'inline-flex min-h-11 items-center text-white/85 underline-offset-4 transition-colors hover:text-white hover:underline md:min-h-9';

function Column({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'max-sm:col-span-2' : undefined}>
      <h2 className="font-sans font-semibold text-base text-sun tracking-normal">{title}</h2>
      <div className="mt-2">{children}</div>
    </div>
  );
}

function PageColumn({ title, entries }: { title: string; entries: typeof siteEntries }) {
  return (
    <Column title={title}>
      <ul>
        {entries.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={linkClasses}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Column>
  );
}

function AdminButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={linkClasses} onClick={() => setOpen(true)}>
        Admin
      </button>
      <AdminAccessDialog open={isOpen} onOpenChange={setOpen} />
    </>
  );
}

/** The footer of every page: address, email, links, and the staff's entries. */
export function Footer() {
  const { name, address, email } = useStudio();
  return (
    <footer className="overflow-hidden bg-deep text-white [&_:focus-visible]:outline-sun">
      <div className="mx-auto max-w-6xl px-5 pt-12 pb-8 md:px-8 md:pt-16">
        <div className="relative">
          <p className="font-display text-3xl tracking-[-0.02em] md:text-4xl">{name}</p>
          <SpringLine className="mt-4 h-12 w-[64rem] max-w-none text-sun md:mt-5 md:h-16 md:w-[84rem]" />
        </div>
        <div className="mt-8 grid grid-cols-2 gap-x-6 gap-y-7 md:mt-10 md:gap-8 lg:grid-cols-[1.3fr_1.2fr_1fr_1fr_0.8fr]">
          <Column title="Find us" wide>
            <address className="max-w-60 py-2 text-white/85 not-italic">{address}</address>
          </Column>
          <Column title="Write to us" wide>
            {email && (
              <a href={`mailto:${email}`} className={linkClasses}>
                {email}
              </a>
            )}
          </Column>
          <PageColumn title="The studio" entries={siteEntries} />
          <PageColumn title="The small print" entries={legalEntries} />
          <Column title="Follow">
            <ul>
              {socialLinks.map(({ label, href }) => (
                <li key={href}>
                  <a href={href} className={linkClasses} target="_blank" rel="noreferrer">
                    {label}
                    <span className="sr-only"> (opens in a new tab)</span>
                  </a>
                </li>
              ))}
            </ul>
          </Column>
        </div>
        <div className="mt-8 flex items-center justify-between gap-4 border-white/20 border-t pt-3 text-white/75">
          <p>© {name}</p>
          <div className="flex gap-6">
            <Link to="/classes" className={linkClasses}>
              Instructors
            </Link>
            <AdminButton />
          </div>
        </div>
      </div>
    </footer>
  );
}
