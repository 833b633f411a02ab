import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { Toaster } from '../components/ui/toaster.tsx';
import { AuthProvider } from '../features/auth/auth-context.tsx';
import { readInlinedConfig } from './inlined-config.ts';

const fallback = readInlinedConfig();

/** What every page stands in: cached server data, the member and their live updates, and the toasts. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <SWRConfig value={{ fallback }}>
      <AuthProvider>{children}</AuthProvider>
      <Toaster />
    </SWRConfig>
  );
}
