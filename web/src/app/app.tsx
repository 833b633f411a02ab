import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from './error-boundary.tsx';
import { NavigationGuard } from './navigation-guard.tsx';
import { Providers } from './providers.tsx';
import { AppRoutes } from './routes.tsx';

/** The whole site. */
export function App() {
  return (
    <ErrorBoundary>
      <BrowserRouter>
        <NavigationGuard>
          <Providers>
            <AppRoutes />
          </Providers>
        </NavigationGuard>
      </BrowserRouter>
    </ErrorBoundary>
  );
}
