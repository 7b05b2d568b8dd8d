import type { KeyWithUse } from '../../../../src/admin/keys/keys';
import type { Level } from '../../../../src/classification/model';
import { type CsvColumns, csvLine, csvPart } from '../../../../src/platform/csv';
import type { Names } from '../names';

/** Exports levels and keys. Level files can be imported again. */

const LEVEL_COLUMNS = [
  'key',
  'name',
  'parent',
  'color',
  'order',
  'status',
  'description',
  'guideline',
  'bannerText',
  'bannerContact',
  'translations',
];

export function levelLines(levels: readonly Level[]): string[] {
  return [
    csvLine(LEVEL_COLUMNS),
    ...levels.flatMap((level) => [
      csvLine([
        ...[level.levelKey, level.name, '', level.color, String(level.order), level.status],
        ...[level.description, level.guideline, level.banner?.text ?? '', level.banner?.contact ?? ''],
        translationLines(level.translations),
      ]),
      ...level.subLevels.map((one, index) =>
        csvLine([
          ...[one.subLevelKey, one.name, level.levelKey, '', String(index + 1), one.status],
          ...[one.description, '', '', '', translationLines(one.translations)],
        ]),
      ),
    ]),
  ];
}

/** One text a line: `de: Geheim` for the name, `de (guideline): …` for the others, with line breaks as `\n`. */
function translationLines(translations: Level['translations'] = {}): string {
  return Object.entries(translations)
    .flatMap(([language, texts]) =>
      Object.entries(texts).map(([field, text = '']) => {
        const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
        return `${language}${field === 'name' ? '' : ` (${field})`}: ${escaped}`;
      }),
    )
    .sort()
    .join('\n');
}

interface KeyNames extends Names {
  readonly keys: ReadonlyMap<string, string>;
}

const KEY_COLUMNS: CsvColumns<[KeyWithUse, KeyNames]> = [
  ['keyId', ({ keyId }) => keyId],
  ['name', ({ name }) => name],
  ['status', ({ status }) => status],
  ['createdBy', ({ createdBy }) => createdBy],
  ['createdByName', ({ createdBy }, names) => nameIn(names.accounts, createdBy)],
  ['createdAt', ({ createdAt }) => createdAt],
  ['expiresAt', ({ expiresAt }) => expiresAt],
  ['lastUsedAt', ({ lastUsedAt, lastUsedUnknown }) => lastUsedAt ?? (lastUsedUnknown === true ? 'unknown' : '')],
  ['classificationScope', ({ classificationScope }) => classificationScope],
  ['detectionScope', ({ detectionScope }) => detectionScope],
  ['levelLimit', ({ levelLimit }) => levelLimit.join(' ')],
  ['levelLimitNames', ({ levelLimit }, names) => levelLimit.map((one) => levelIn(names, one)).join(', ')],
  ['spaceLimit', ({ spaceLimit }) => spaceLimit.join(' ')],
  ['spaceLimitNames', ({ spaceLimit }, names) => spaceLimit.map((one) => names.spaces.get(one)?.name ?? '').join(', ')],
  ['graceUntil', ({ graceUntil }) => graceUntil ?? ''],
  ['rotatedTo', ({ rotatedTo }) => rotatedTo ?? ''],
  ['rotatedToName', ({ rotatedTo }, { keys }) => keys.get(rotatedTo ?? '') ?? ''],
  ['rotatedFrom', ({ rotatedFrom }) => rotatedFrom ?? ''],
  ['rotatedFromName', ({ rotatedFrom }, { keys }) => keys.get(rotatedFrom ?? '') ?? ''],
  ['revokedAt', ({ revokedAt }) => revokedAt ?? ''],
  ['revokedBy', ({ revokedBy }) => revokedBy ?? ''],
  ['revokedByName', ({ revokedBy }, names) => nameIn(names.accounts, revokedBy)],
];

function levelIn({ levels }: Names, entry: string): string {
  return levels.find(({ levelId }) => levelId === entry)?.name ?? entry;
}

function nameIn(accounts: Names['accounts'], accountId = ''): string {
  return accounts.get(accountId) ?? '';
}

/** The fields of a key that are safe to export. These exclude its value and everything it could be derived from. */
export function keyLines(keys: readonly KeyWithUse[], others: Names): string[] {
  const names = { ...others, keys: new Map(keys.map(({ keyId, name }) => [keyId, name])) };
  return [csvPart(KEY_COLUMNS, keys, true, names)];
}
