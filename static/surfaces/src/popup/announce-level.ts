import { events, view } from '@forge/bridge';
import type { OpenPage } from '../../../../src/surfaces/contract';

/**
 * Reports a new level to the other frames of the page, and shows it in the byline at once. The content property follows
 * seconds later, so the byline must not read it now: the view is refreshed only if Confluence does not take the text.
 */
export function announceLevel({ revision, byline }: OpenPage): void {
  void events.emit('pgcls.level-changed', { rev: revision }).catch(() => undefined);
  const change = { propertyKey: 'pgcls_level', valueUpdate: byline };
  void events
    .emit('FORGE_CONTENT_PROPERTY_UPDATED', change)
    .catch(() => view.refresh())
    .catch(() => undefined);
}
