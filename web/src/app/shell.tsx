import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { CheckoutHost } from '../features/checkout/checkout-host.tsx';
import { Footer } from '../features/footer/footer.tsx';
import { Header } from '../features/navigation/header.tsx';
import { SandboxBar } from '../features/navigation/sandbox-bar.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { useHashNavigation } from './use-hash-navigation.ts';
import { usePageHead } from './use-page-head.ts';
import { usePagePosition } from './use-page-position.ts';

function SkipLink() {
  // A button, because a link would put a hash into the address, and hashes are the home page's sections.
  return (
    <button
      type="button"
      onClick={() => document.getElementById('main')?.focus()}
      className="fixed top-3 left-3 z-50 -translate-y-24 rounded-full bg-deep px-5 py-3 font-semibold text-white focus:translate-y-0"
    >
      Skip to content
    </button>
  );
}

/** The layout of every page of the member side. */
export function Shell() {
  const { pathname } = useLocation();
  useHashNavigation();
  usePagePosition();
  usePageHead();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SandboxBar />
      <Header />
      <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-4.5rem)] grow">
        <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
          <ErrorBoundary key={pathname}>
            <Outlet />
          </ErrorBoundary>
        </Suspense>
      </main>
      <Footer />
      <OfflineNotice />
      <CheckoutHost />
    </div>
  );
}
