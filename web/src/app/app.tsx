import { ErrorBoundary } from './error-boundary.tsx';
import { Navigation } from './navigation.tsx';
import { Providers } from './providers.tsx';
import { AppRoutes } from './routes.tsx';

/** The whole site. */
export function App() {
  return (
    <ErrorBoundary>
      <Navigation>
        <Providers>
          <AppRoutes />
        </Providers>
      </Navigation>
    </ErrorBoundary>
  );
}
