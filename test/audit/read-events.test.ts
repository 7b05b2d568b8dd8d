import fc from 'fast-check';
import type { Position } from '../../src/platform/rows-by-time';
import { readEvents } from '../../src/audit/read-events';
import type { ListQuery, Storage } from '../../src/platform/storage';

/** The list of events over a storage that orders them by time only. */

const TIMES = ['2026-11-03T00:00:00.000Z', '2026-11-02T00:00:00.000Z', '2026-11-01T00:00:00.000Z'];
const now = new Date('2026-11-21T00:00:00.000Z');

interface Event {
  readonly key: string;
  readonly time: string;
  /** The position among those of its time, for this read. */
  readonly whim: () => number;
}

function storageOf(events: readonly Event[]): Pick<Storage, 'list'> {
  return {
    list: ({ partition, between: [from, to] = ['', ''] }: ListQuery) => {
      const found = events
        .filter(({ time }) => time.startsWith(partition?.[0] ?? '') && from <= time && time <= to)
        .map((event) => ({ ...event, place: event.whim() }))
        .sort((a, b) => (a.time === b.time ? a.place - b.place : a.time < b.time ? 1 : -1));
      return Promise.resolve({ rows: found.map(({ key, time }) => ({ key, value: row(time) })), cursor: undefined });
    },
  };
}

const row = (time: string) => ({
  time,
  type: 'page.level.set',
  outcome: 'success',
  subject: 'page:1',
  actorType: 'user',
  actorAccountId: 'a',
  requestId: 'r',
  details: {},
});

it('the audit log returns each event once and in the same order, for any order that storage returns for the same time', async () => {
  const event = fc.record({
    key: fc.uuid(),
    time: fc.constantFrom(...TIMES),
    places: fc.array(fc.nat(), { minLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(event, { selector: ({ key }) => key }),
      fc.integer({ min: 1, max: 5 }),
      async (drawn, limit) => {
        const events = drawn.map(({ key, time, places }) => {
          let reading = 0;
          return { key, time, whim: () => places[(reading += 1) % places.length] ?? 0 };
        });
        const shown: string[] = [];
        let after: Position | undefined;
        do {
          const page = await readEvents(storageOf(events), { filter: {}, now, after, limit });
          shown.push(...page.entries.map(({ time, id }) => `${time} ${id}`));
          after = page.next;
        } while (after !== undefined);
        expect(shown).toEqual(
          events
            .map(({ time, key }) => `${time} ${key}`)
            .sort()
            .reverse(),
        );
      },
    ),
  );
});
