import { asApp, route } from '@forge/api';
import { openBackgroundSite } from './background/host-with-functions';

/** Forge freezes the process when a function returns, so a call that the function left behind is never made. */

const SPACES = route`/wiki/api/v2/spaces?limit=1`;

it.each(['a resolver', 'a web trigger', 'a scheduled trigger'])(
  'a call after the return of %s is not made',
  async (place) => {
    let late: Promise<unknown> = Promise.resolve('not called');
    let returned: () => void = () => undefined;
    const hasReturned = new Promise<void>((resolve) => (returned = resolve));
    const leave = () => {
      late = hasReturned.then(() =>
        asApp()
          .requestConfluence(SPACES)
          .then(
            ({ status }) => status,
            (error: unknown) => (error instanceof Error ? error.message : error),
          ),
      );
      return Promise.resolve({ statusCode: 204 });
    };
    const site = openBackgroundSite({ work: leave, nightly: leave, rest: leave, admin: leave } as object);
    try {
      if (place === 'a resolver') await site.admin('any', {});
      else if (place === 'a web trigger') await site.host.invokeWebTrigger({});
      else await site.host.background.runSchedule('nightly');
      returned();
      expect(await late).toContain('it cannot call any more');
    } finally {
      site.close();
    }
  },
);
