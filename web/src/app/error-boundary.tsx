import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '../components/ui/button.tsx';
import { EmptyState } from '../components/ui/empty-state.tsx';

type Props = { children: ReactNode };
type State = { hasFailed: boolean };

const loadAgain = (): void => location.reload();

/** The words of Chrome, Firefox and Safari for a script that is not there. */
const isMissingScript = ({ message }: Error): boolean =>
  /dynamically imported module|Importing a module script failed/.test(message);

const justReloadedMs = 10_000;

/** Whether the page was reloaded a moment ago, so that another reload would not help. */
const wasJustReloaded = (): boolean =>
  performance.now() < justReloadedMs &&
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'reload');

/**
 * Offers to reload when a page throws, or a script of the site could not be fetched. It reloads by itself when the network is back, and
 * when a script is missing because the site was updated since the page was opened.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
    if (isMissingScript(error) && navigator.onLine && !wasJustReloaded()) loadAgain();
    globalThis.addEventListener('online', loadAgain);
  }

  override componentWillUnmount() {
    globalThis.removeEventListener('online', loadAgain);
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert" className="px-5 py-16">
        <EmptyState
          title="This page did not load"
          text="Nothing of yours is lost. Please check your connection and load the page again."
          action={<Button onClick={loadAgain}>Load again</Button>}
        />
      </div>
    );
  }
}
