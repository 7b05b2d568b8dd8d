import { serve } from '../../local/server';
import { openSite } from '../support/site';

it('the local server keeps an idle connection for as long as common servers do', async () => {
  const site = openSite();
  const server = await serve(site.host, 0);
  try {
    for (const path of ['/public/local/compliance/api/v1/openapi.json', '/site/', '/local/events']) {
      const { headers } = await fetch(server.url + path);
      const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? [];
      expect({ path, isLongEnough: Number(seconds) >= 65 }).toEqual({ path, isLongEnough: true });
    }
  } finally {
    await server.close();
    site.close();
  }
});
