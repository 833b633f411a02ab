import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '../components/ui/button.tsx';
import { EmptyState } from '../components/ui/empty-state.tsx';

type Props = { children: ReactNode };
type State = { hasFailed: boolean };

const loadAgain = (): void => location.reload();

/** Offers to reload when a page throws, or a chunk of the site could not be fetched; it reloads by itself when the network is back. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
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
