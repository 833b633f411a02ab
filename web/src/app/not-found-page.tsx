import { Link } from 'react-router-dom';
import { CalmSea } from '../components/illustrations/calm-sea.tsx';
import { Button } from '../components/ui/button.tsx';
import { useDocumentTitle } from '../components/ui/use-document-title.ts';

/** Every path without a route. */
export function NotFoundPage() {
  useDocumentTitle('Page Not Found');
  return (
    <div className="mx-auto grid min-h-[calc(100dvh-4.5rem)] max-w-6xl content-center items-center gap-10 px-5 py-14 md:grid-cols-[1.3fr_1fr] md:px-8">
      <div>
        <h1 className="text-5xl">404 Page Not Found</h1>
        <p className="mt-4 max-w-xl text-ink-muted text-lg">
          This address leads out to sea. The page may have moved, or the link has a slip in it.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button asChild>
            <Link to="/">Back to Home</Link>
          </Button>
          <Button asChild variant="secondary">
            <Link to="/#class-info">Book Classes</Link>
          </Button>
        </div>
      </div>
      <div className="max-md:-order-1 max-md:max-w-64">
        <CalmSea />
      </div>
    </div>
  );
}
