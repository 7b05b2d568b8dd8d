import { Component, type ReactNode, type ReactPortal, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

/**
 * Swagger UI contains its own React, and a hook of one React does not work in the tree of another. A `PortalTarget` is
 * an element in Swagger UI's tree. The app's React renders its content.
 */

export interface Portals {
  set(target: PortalTarget, portal: ReactPortal | undefined): void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly all: () => readonly ReactPortal[];
}

export function createPortals(): Portals {
  const portals = new Map<PortalTarget, ReactPortal>();
  const listeners = new Set<() => void>();
  let all: readonly ReactPortal[] = [];
  return {
    set(target, portal) {
      if (portal === undefined) portals.delete(target);
      else portals.set(target, portal);
      all = [...portals.values()];
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    all: () => all,
  };
}

interface PlaceProps {
  readonly portals: Portals;
  readonly children: ReactNode;
}

let targetCount = 0;

/** A class, because both Reacts have the same base class of components. */
export class PortalTarget extends Component<PlaceProps> {
  private readonly key = `target-${(targetCount += 1)}`;
  private node: HTMLDivElement | null = null;

  override componentDidMount(): void {
    this.fill();
  }

  override componentDidUpdate(): void {
    this.fill();
  }

  override componentWillUnmount(): void {
    this.props.portals.set(this, undefined);
  }

  override render(): ReactNode {
    return (
      <div
        ref={(node) => {
          this.node = node;
        }}
      />
    );
  }

  private fill(): void {
    const { portals, children } = this.props;
    if (this.node !== null) portals.set(this, createPortal(children, this.node, this.key));
  }
}

export function PortalsOutlet({ portals }: { readonly portals: Portals }): ReactNode {
  return useSyncExternalStore(portals.subscribe, portals.all);
}
