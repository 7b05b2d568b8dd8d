import { view } from '@forge/bridge';

/** Closes the popup, dialog or banner that contains this frame. */
export function closeFrame(): void {
  void view.close().catch(() => undefined);
}
