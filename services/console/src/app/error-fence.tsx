import { Component, type ReactNode } from 'react';
import { Problem } from '../parts/problem';

/** A view that cannot be drawn says why, and the rest of the page stays. */
export class ErrorFence extends Component<{ readonly children: ReactNode }, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return <Problem error={this.state.error} onRetry={() => this.setState({ error: undefined })} />;
  }
}
