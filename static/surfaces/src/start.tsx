import { view } from '@forge/bridge';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { showDatesFor } from '../../admin/src/dates';
import './frame.css';

/** Shows the content of a frame. */
export function start(content: ReactNode): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The HTML file has no element #root');
  // Without the theme, the frame still renders in the browser's own colors.
  void view.theme.enable().catch(() => undefined);
  // It arrives before the response of an operation, which has the dates.
  void view.getContext().then(showDatesFor, () => undefined);
  createRoot(root).render(content);
}
