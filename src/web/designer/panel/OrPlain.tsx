// A part of the page that is loaded when it is needed, or something plainer where it cannot be loaded because the server
// is away: the rest of the page stays.

import { Component, type ReactNode } from 'react';

interface Props {
  plain: ReactNode;
  children: ReactNode;
}

export class OrPlain extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.plain : this.props.children;
  }
}
