import './bridge';
import type { PlatformSwitch } from '../../../local/forge/assumptions';
import type { Overview } from '../../../src/admin/overview';
import { done } from '../../../test/admin/ask';
import { openSite } from '../../../test/support/site';
import { toDosOf } from '../src/overview/to-do';

/** The tasks of the overview for a site whose license has ended, and whose organization closes a space to the app. */

it('names the ended license first, and each closed space until it is open again', async () => {
  const assumptions = new Set<PlatformSwitch>(['no-license', 'closed-spaces']);
  const site = openSite({ assumptions });
  try {
    const read = async () => {
      await site.host.background.runSchedule('daily-key-expiry');
      await site.host.background.runSchedule('every-five-minutes');
      return toDosOf(await done<Overview>(site, 'getOverview', {}));
    };
    const [first, ...others] = await read();
    expect(first).toMatchObject({ kind: 'problem', title: 'The license of the app has ended', page: 'siteCheck' });
    expect(others.filter(({ id }) => id === 'closed-spaces')).toEqual([
      expect.objectContaining({
        kind: 'warning',
        title: '1 space is closed to the app',
        body: expect.stringMatching(
          /^A data security policy closes .+ \(HR\)\. The app can’t scan or classify pages there\.$/,
        ),
        page: 'siteCheck',
      }),
    ]);
    assumptions.clear();
    const ids = (await read()).map(({ id }) => id);
    expect(ids).not.toContain('closed-spaces');
  } finally {
    site.close();
  }
});
