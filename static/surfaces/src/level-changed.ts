import { events, view } from '@forge/bridge';
import { useEffect } from 'react';
import { LEVEL_PROPERTY } from '../../../src/mirror/prefix';
import type { OpenPage } from '../../../src/surfaces/contract';

/** The event by which a frame reports a change of the level to the other frames of the page. */
const LEVEL_CHANGED = 'pgcls.level-changed';

/** Calls a memoized function after a change in another frame of the page. */
export function useLevelChanged(onChanged: () => void): void {
  useEffect(() => {
    const subscription = events.on(LEVEL_CHANGED, onChanged);
    return () => void subscription.then(({ unsubscribe }) => unsubscribe()).catch(() => undefined);
  }, [onChanged]);
}

/**
 * Reports a new level to the other frames of the page, and shows it in the byline at once. The content property follows
 * seconds later, so the byline must not read it now. The view is refreshed only if Confluence does not take the text.
 */
export function announceLevel({ revision, byline }: OpenPage): void {
  void events.emit(LEVEL_CHANGED, { rev: revision }).catch(() => undefined);
  const change = { propertyKey: LEVEL_PROPERTY, valueUpdate: byline };
  void events
    .emit('FORGE_CONTENT_PROPERTY_UPDATED', change)
    .catch(() => view.refresh())
    .catch(() => undefined);
}
