import { bridgeCalls, connect } from './bridge';
import { announceLevel } from '../src/level-changed';
import { openPage } from './open-page';

it('a new level reaches the other frames and the byline, which does not read its property too early', async () => {
  connect(() => Promise.resolve({}));
  const page = openPage({ current: 'Secret', revision: 7 });
  announceLevel(page);
  await Promise.resolve();
  expect(bridgeCalls).toEqual([
    { command: 'emit', payload: { event: 'pgcls.level-changed', payload: { rev: 7 } } },
    {
      command: 'emit',
      payload: {
        event: 'FORGE_CONTENT_PROPERTY_UPDATED',
        payload: { propertyKey: 'pgcls_level', valueUpdate: page.byline },
      },
    },
  ]);
});
