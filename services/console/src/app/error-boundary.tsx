import { Component, type ReactNode } from 'react';
import { ErrorNotice } from '../components/error-notice';
import { isLoadError, ViewNotLoaded } from './load-error';

/** Shows the error of a view that cannot be loaded or rendered; the rest of the page stays. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    if (isLoadError(this.state.error)) return <ViewNotLoaded error={this.state.error} />;
    return <ErrorNotice error={this.state.error} onRetry={() => this.setState({ error: undefined })} />;
  }
}
