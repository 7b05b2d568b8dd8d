import { defaultLevels } from '../../src/classification/default-levels';
import { LEVEL_COLORS } from '../../src/classification/model';
import { URI_NAMESPACE, uuidV5 } from '../../src/platform/uuid-v5';

const SITE = 'ari:cloud:confluence::site/11111111-2222-4333-8444-555555555555';
const OTHER_SITE = 'ari:cloud:confluence::site/11111111-2222-4333-8444-555555555556';
const UUID_V5 = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const idsOf = (installationId: string) =>
  defaultLevels(installationId).flatMap(({ levelId, subLevels }) => [
    levelId,
    ...subLevels.map(({ subLevelId }) => subLevelId),
  ]);

describe('a UUID from a name', () => {
  it.each([
    // RFC 9562, appendix A.4
    ['6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com', '2ed6657d-e927-568b-95e1-2665a8aea6a2'],
    // The example of Python's uuid module
    ['6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'python.org', '886313e1-3b8a-5372-9b90-0c9aee199e5d'],
  ])('matches the standard for %s and %s', (namespace, name, expected) => {
    expect(uuidV5(namespace, name)).toBe(expected);
  });

  it("uses the standard's namespace for URIs", () => {
    expect(URI_NAMESPACE).toBe('6ba7b811-9dad-11d1-80b4-00c04fd430c8');
  });

  it('has version 5 and the right variant for any name, and ignores the case of the namespace', () => {
    for (const name of ['', 'a', 'é', '😀', 'x'.repeat(10_000)]) {
      expect(uuidV5(URI_NAMESPACE, name)).toMatch(UUID_V5);
      expect(uuidV5(URI_NAMESPACE.toUpperCase(), name)).toBe(uuidV5(URI_NAMESPACE, name));
    }
  });
});

describe('the levels of a new site', () => {
  it('are four, most sensitive first, with two sub-levels under Restricted', () => {
    const levels = defaultLevels(SITE);
    expect(levels.map(({ name, order, status }) => [order, name, status])).toEqual([
      [1, 'Highly Restricted', 'PUBLISHED'],
      [2, 'Restricted', 'PUBLISHED'],
      [3, 'Internal', 'PUBLISHED'],
      [4, 'Public', 'PUBLISHED'],
    ]);
    expect(levels.map(({ subLevels }) => subLevels.length)).toEqual([0, 2, 0, 0]);
    for (const { description, guideline, color, subLevels } of levels) {
      expect(description.length).toBeGreaterThan(10);
      expect(guideline).toBe('');
      for (const subLevel of subLevels) expect(subLevel.status).toBe('PUBLISHED');
      expect(LEVEL_COLORS).toContain(color);
    }
    expect(new Set(levels.map(({ color }) => color)).size).toBe(4);
  });

  it('have the same ids at every call, although nothing is stored', () => {
    expect(defaultLevels(SITE)).toEqual(defaultLevels(SITE));
    expect(idsOf(SITE)).toHaveLength(6);
    expect(new Set(idsOf(SITE)).size).toBe(6);
    for (const id of idsOf(SITE)) expect(id).toMatch(UUID_V5);
  });

  it('have the same ids in every version of the app: pages refer to them', () => {
    expect(idsOf(SITE)).toMatchInlineSnapshot(`
      [
        "0e3d8ca4-418b-59ad-a1f8-75422babe7e2",
        "08342db3-3d1b-5eda-96cb-861b48b483a6",
        "a21cdc67-a5da-5b8a-b46a-dd097da722e0",
        "96cd499e-4e0a-56ae-b378-ed389fd001f4",
        "6ad15365-5ca4-5cff-8bd9-e1fbabe82a96",
        "215c5d5d-5660-5bb6-aea6-ee0e8c423654",
      ]
    `);
  });

  it('have other ids on every other site', () => {
    expect(idsOf(SITE).filter((id) => idsOf(OTHER_SITE).includes(id))).toEqual([]);
  });
});
