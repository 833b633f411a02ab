import { RouterProvider } from '../lib/router/router.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Providers } from './providers.tsx';
import { AppRoutes } from './routes.tsx';

/** The whole site. */
export function App() {
  return (
    <ErrorBoundary>
      <RouterProvider>
        <Providers>
          <AppRoutes />
        </Providers>
      </RouterProvider>
    </ErrorBoundary>
  );
}
