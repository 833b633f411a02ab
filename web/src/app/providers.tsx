import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { Toaster } from '../components/ui/toaster.tsx';
import { AuthProvider } from '../features/auth/auth-context.tsx';
import { readInlinedAnswers } from './inlined-answers.ts';

const fallback = readInlinedAnswers();

/** The context of every page: cached server data, the signed-in member with live updates, and toasts. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <SWRConfig value={{ fallback }}>
      <AuthProvider>{children}</AuthProvider>
      <Toaster />
    </SWRConfig>
  );
}
