import { Component, type ReactNode } from 'react';

interface Props {
  /** What is shown in place of the children that failed; `again` draws them anew. */
  fallback: (error: unknown, again: () => void) => ReactNode;
  /** Another key draws the children anew. */
  resetKey?: string;
  children: ReactNode;
}

/** Keeps an error of one page from taking the others along. */
export class ErrorBoundary extends Component<Props, { error: unknown; failed: boolean }> {
  override state = { error: null as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }
  override componentDidUpdate(before: Props) {
    if (before.resetKey !== this.props.resetKey && this.state.failed) this.again();
  }
  again = () => this.setState({ error: null, failed: false });

  override render() {
    return this.state.failed ? this.props.fallback(this.state.error, this.again) : this.props.children;
  }
}
