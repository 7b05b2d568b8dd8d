import { validateTriggerScopes } from '@forge/manifest';
import { readManifest } from '../../local/forge/manifest';
import { EVENT_SCOPES } from './event-scopes';

/** Forge sends an event to an app only if the app has the scopes for it. */

const { scopes, triggers } = readManifest();
const events = triggers.flatMap((trigger) => trigger.events);

async function eventsWithoutScope(granted: readonly string[]): Promise<readonly string[]> {
  const results = await Promise.all(events.map((event) => validateTriggerScopes(event, [...granted])));
  return results.flatMap(({ valid, event }) => (valid ? [] : [event]));
}

it('the manifest has the scopes for every event that it subscribes to', async () => {
  expect(events.length).toBeGreaterThan(0);
  expect(await eventsWithoutScope(Object.keys(scopes))).toEqual([]);
});

it.each(EVENT_SCOPES)('the manifest needs the scope %s for an event', async (scope) => {
  const results = await Promise.all(events.map((event) => validateTriggerScopes(event, [])));
  // Forge would also accept granular scopes in its place, and calls them beta.
  const needed = results.flatMap(({ requiredScopes }) => requiredScopes?.current ?? []);
  expect(needed).toContain(scope);
});
