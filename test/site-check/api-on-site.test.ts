import { DEMO_PAGES } from '../../local/demo';
import type { PlatformSwitch } from '../../local/forge/assumptions';
import type { SiteCheckView } from '../../src/admin/site/site-check';
import type { ProbeName, ProbeState } from '../../src/capabilities/answers';
import { type ApiOnSite, apiOnSite } from '../../src/site-check/api-on-site';
import { done } from '../admin/ask';
import { openSite } from '../support/site';

/** The first line of the site check says for whom the API works. */

type States = readonly [creator: ProbeState, others: ProbeState, permissions: ProbeState];

it.each<[...States, ApiOnSite]>([
  ['works', 'works', 'not-tried', 'works'],
  ['works', 'works', 'fails', 'works'],
  ['works', 'not-tried', 'works', 'works-so-far'],
  ['works', 'not-tried', 'fails', 'works-so-far'],
  ['works', 'fails', 'works', 'checks-permissions'],
  ['works', 'fails', 'fails', 'contributors-only'],
  ['works', 'fails', 'not-tried', 'unknown'],
  ['fails', 'works', 'works', 'checks-permissions'],
  ['fails', 'not-tried', 'fails', 'refused'],
  ['fails', 'fails', 'not-tried', 'unknown'],
  ['not-tried', 'works', 'works', 'unknown'],
])(
  'if the creator is %s, other people %s and permissions %s, the answer is %s',
  (creator, others, permissions, api) => {
    const states: Partial<Record<ProbeName, ProbeState>> = {
      'act-as-person.web-trigger': creator,
      'act-as-person.other-people': others,
      'permission-check': permissions,
    };
    const answers = Object.entries(states).map(([probe, state]) => [probe as ProbeName, { state }] as const);
    expect(apiOnSite(new Map(answers))).toBe(api);
  },
);

it.each<[ApiOnSite, number, readonly PlatformSwitch[]]>([
  ['works-so-far', 200, []],
  ['checks-permissions', 200, ['no-impersonation-in-web-triggers']],
  ['refused', 422, ['no-impersonation-in-web-triggers', 'no-permission-check']],
])(
  'after a check and one request the answer is %s, and the request got %i, with the switches %j',
  async (api, status, switches) => {
    const site = openSite({ assumptions: new Set(switches), recordsAnswers: true });
    try {
      const { key } = await site.createKey();
      const read = () => done<SiteCheckView>(site, 'getSiteCheck', {});
      expect((await read()).api).toBe('unknown');
      await done(site, 'startSiteCheck', {});
      const answer = await site.rest('GET', `/v1/page-level/by-page/${DEMO_PAGES.openHome}/levels`, { key });
      expect([answer.status, (await read()).api]).toEqual([status, api]);
      if (status === 422) expect(answer.body.code).toBe('CANNOT_ACT_AS_PERSON');
    } finally {
      site.close();
    }
  },
);
