import { readManifest } from '../../local/forge/manifest';
import { ACCOUNT_IDS_IN, accountIdsIn, mentions, replaceId } from '../../src/people/account-ids';
import type { EntityName } from '../../src/platform/storage';
import { openPrivacySite } from './privacy-site';

/** An account id in a text is found, registered and replaced, in every spelling and in every entity that has texts. */

const ID = '712020:0f4c1c6e-5a0b-4d0e-9a34-6f0d1f2b7a01';
const OTHER = `${ID}-2`;
const entities = (text: string, write: (code: number) => string) =>
  text.replace(/[:-]/g, (one) => write(one.charCodeAt(0)));

const SPELLINGS: Readonly<Record<string, string>> = {
  plain: ID,
  'in capitals': ID.toUpperCase(),
  'in a URL': encodeURIComponent(ID),
  'twice in a URL': encodeURIComponent(encodeURIComponent(ID)),
  'in a URL, in lower case': encodeURIComponent(ID).toLowerCase(),
  'with decimal entities': entities(ID, (code) => `&#${code};`),
  'with hexadecimal entities': entities(ID, (code) => `&#x${code.toString(16)};`),
  'with entities in HTML': entities(ID, (code) => `&amp;#${code};`),
  'with a named entity': ID.replace(':', '&colon;'),
  'with entities in a URL': encodeURIComponent(entities(ID, (code) => `&#${code};`)),
  'with signs escaped for Markdown': ID.replace(/[:-]/g, '\\$&'),
  'with hyphens that do not break': ID.replaceAll('-', '\u2011'),
  'with characters without width': ID.replaceAll('0', '0\u200b'),
};
const CONTEXTS: Readonly<Record<string, (spelled: string) => string>> = {
  alone: (spelled) => spelled,
  'after a line break': (spelled) => `Asked by\n${spelled}\n`,
  'in emphasis': (spelled) => `Asked by _${spelled}_ and __${spelled}__`,
  'in a list': (spelled) => `Asked by\n-${spelled}\n`,
  'in a mention': (spelled) => `Agreed with [~accountid:${spelled}].`,
  'in storage format': (spelled) => `<ri:user ri:account-id="${spelled}" />`,
  'in a link': (spelled) => `See https://site.example/wiki/people/${spelled}?ref=1`,
  'in an encoded link': (spelled) => `https://site.example/login?to=%2Fwiki%2Fpeople%2F${spelled}%26x`,
};
const TEXTS = Object.entries(SPELLINGS).flatMap(([how, spelled]) =>
  Object.entries(CONTEXTS).map(([where, write]) => [`${how}, ${where}`, write(spelled)] as const),
);

it.each(TEXTS)('%s: registered, found and replaced', (_how, text) => {
  const row = { entity: 'level-change', key: '1', value: { justification: text } } as const;
  expect([...accountIdsIn(row)].map((id) => id.toLowerCase())).toEqual([ID]);
  expect(mentions(row, ID)).toBe(true);
  const erased = replaceId(row.value, ID, 'erased:x');
  expect(JSON.stringify(erased)).toContain('erased:x');
  expect(mentions({ key: '1', value: erased }, ID)).toBe(false);
});

it('another id that contains the id is left', () => {
  for (const spelled of [OTHER, encodeURIComponent(OTHER), `9${ID}`])
    expect([spelled, mentions({ key: '1', value: { justification: spelled } }, ID)]).toEqual([spelled, false]);
});

/** The members of each entity that can hold a text of a person. */
const manifest = readManifest().raw as {
  app: { storage: { entities: readonly { name: EntityName; attributes: Record<string, { type: string }> }[] } };
};
const PLACES = manifest.app.storage.entities
  .filter(({ name }) => ACCOUNT_IDS_IN[name] !== 'none')
  .flatMap(({ name: entity, attributes }) =>
    Object.entries(attributes)
      .filter(([name, { type }]) => type === 'any' || ['name', 'justification', 'answer'].includes(name))
      .map(([member, { type }]) => ({ entity, member, isText: type === 'string' })),
  );

it('an erasure replaces it in every member that can hold a text', async () => {
  expect(PLACES.map(({ entity, member }) => `${entity}.${member}`)).toEqual(
    expect.arrayContaining(['level-change.justification', 'audit.details', 'api-key.name', 'idempotency.answer']),
  );
  const site = openPrivacySite();
  const rows = PLACES.flatMap(({ entity, member, isText }) =>
    TEXTS.map(([, text], index) => ({
      entity,
      key: `text-${member}-${index}`,
      value: {
        v: 1,
        ...(member === 'justification' || entity === 'audit' ? {} : { rev: 1 }),
        // The part of the findings that the search reads.
        ...(entity === 'detection' ? { status: 'redacted', foundAt: '2026-11-20T00:00:00.000Z' } : {}),
        [member]: isText ? (member === 'answer' ? JSON.stringify({ text }) : text) : { texts: [{ text }] },
      },
    })),
  ).filter(({ entity }) => entity !== 'person');
  await site.put([...rows, { entity: 'person', key: ID, value: { v: 1, seenAt: '2026-11-20T00:00:00.000Z' } }]);
  site.report = () => Promise.resolve({ outcome: 'accepted', closed: [ID], updated: [], periodDays: 7 });
  await site.passHours(25, 1, 25, 1, 25);
  const left = site.stored().filter(({ key, value }) => mentions({ key, value: JSON.parse(value) as unknown }, ID));
  expect(left.map(({ entity, key }) => `${entity ?? ''} ${key}`)).toEqual([]);
  expect(site.stored().filter(({ value }) => value.includes('erased:'))).not.toHaveLength(0);
});
