import fc from 'fast-check';
import { TRIGGER_PATH } from '../../local/forge/web-trigger';
import { readBody } from '../../src/rest/middleware/input';
import { Problem } from '../../src/rest/problem';
import { bodyFor, firstLevel, type RouteRequest, routeRequests, type SampleLevel } from '../rest/route-requests';
import { expectContract } from '../support/contract';
import { runsOf } from '../support/sample';
import { openSite, type Site } from '../support/site';
import * as z from 'zod';

/**
 * T22: valid bodies with flipped bits, like zzuf's. The inputs of ffuf are the 515 strings of
 * naughty-strings.test.ts in every place of a request; neither program is required.
 */

const RUNS = runsOf(4_000);
/** Every body is parsed like on its route. One in this many of the refused ones is sent anyway. */
const SENT_ONE_IN = 20;

let site: Site;
let key: string;
let level: SampleLevel;
beforeAll(async () => {
  site = openSite();
  ({ key } = await site.createKey());
  level = await firstLevel(site, key);
});
afterAll(() => site.close());

const withBody = routeRequests().filter(({ body }) => body !== undefined);

/** At least one bit, and at most four of a thousand. */
function flipped(text: string, places: readonly number[]): Buffer {
  const bytes = Buffer.from(text);
  const most = Math.ceil((bytes.length * 8 * 4) / 1_000);
  for (const place of places.slice(0, most)) {
    const bit = place % (bytes.length * 8);
    bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  }
  return bytes;
}

/** @throws anything but a refusal */
function isRefused({ route }: RouteRequest, body: Buffer): boolean {
  const schema = route.body?.schema;
  if (!(schema instanceof z.ZodObject)) throw new Error(`the body of ${route.path} is no object`);
  try {
    readBody({ body: body.toString('utf8') }, schema);
    return false;
  } catch (error) {
    if (error instanceof Problem) return true;
    throw error;
  }
}

it('bodies with flipped bits cause no fault, and refused ones have no effect', async () => {
  const places = fc.array(fc.nat(), { minLength: 1, maxLength: 8 });
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...withBody), places, fc.nat(), async (request, flips, lot) => {
      const { method, path, headers } = request;
      const body = flipped(JSON.stringify(bodyFor(request, level)), flips);
      const isRefusal = isRefused(request, body);
      if (isRefusal && lot % SENT_ONE_IN > 0) return true;
      sent += 1;
      const answer = await site.host.callWebTrigger({
        method,
        target: `${TRIGGER_PATH}/compliance/api${path}`,
        rawHeaders: ['x-api-key', key, 'Content-Type', 'application/json', ...Object.entries(headers).flat()],
        body,
      });
      expectContract(method, path, answer);
      const [requestId = ''] = answer.headers['X-Request-Id'] ?? [];
      const calls = site.host.traces.find(requestId)?.calls ?? [];
      const hasEffect = calls.some((call) => call.path === '/api/v1/transaction');
      if (answer.status < 400) return !isRefusal;
      return answer.status < 500 && calls.length > 0 && !hasEffect;
    }),
    { numRuns: RUNS },
  );
  expect(sent).toBeGreaterThan(RUNS / 20);
});
