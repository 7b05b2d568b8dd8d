import type {
  Level,
  LEVEL_TEXT_LIMITS,
  MAX_TRANSLATIONS as BACKEND_MAX_TRANSLATIONS,
  SubLevel,
} from '../../../../src/classification/model';
import { texts } from '../texts';

/** A level or sub-level in a form. */

export interface LevelDraft extends Pick<Level, 'name' | 'description' | 'guideline' | 'color'> {
  readonly banner: { readonly text: string; readonly contact: string };
  readonly translations: readonly Translation[];
}
export type SubLevelDraft = Pick<LevelDraft, 'name' | 'description' | 'translations'>;
export type LevelDraftErrors = Partial<Record<keyof LevelDraft, string>>;

/** The texts of a level in another language. An empty text is not translated. */
export interface Translation extends Readonly<Record<TranslatedField, string>> {
  /** Identifies the row of the form. */
  readonly id: number;
  readonly language: string;
}

export const TRANSLATED_FIELDS = [
  'name',
  'description',
  'guideline',
  'bannerText',
] as const satisfies readonly (keyof NonNullable<Level['translations']>[string] & keyof typeof LIMITS)[];
export type TranslatedField = (typeof TRANSLATED_FIELDS)[number];

/** A sub-level has no other texts. */
export const SUB_LEVEL_FIELDS = ['name', 'description'] as const satisfies readonly TranslatedField[];

export const NO_TEXTS: Readonly<Record<TranslatedField, string>> = {
  name: '',
  description: '',
  guideline: '',
  bannerText: '',
};

/** The limits of the backend. The UI imports only its types, so a change of a limit there fails to compile here. */
export const LIMITS: typeof LEVEL_TEXT_LIMITS = {
  name: 100,
  description: 1_000,
  guideline: 2_000,
  bannerText: 500,
  bannerContact: 200,
};

/** The limit of the resolver. */
const MAX_TRANSLATIONS: typeof BACKEND_MAX_TRANSLATIONS = 30;

export const newLevelDraft: LevelDraft = {
  name: '',
  description: '',
  guideline: '',
  color: 'GREY',
  banner: { text: '', contact: '' },
  translations: [],
};
export const newSubLevelDraft: SubLevelDraft = { name: '', description: '', translations: [] };

export function levelDraftOf({ name, description, guideline, color, banner, translations }: Level): LevelDraft {
  return {
    name,
    description,
    guideline,
    color,
    banner: { text: banner?.text ?? '', contact: banner?.contact ?? '' },
    translations: rowsOf(translations),
  };
}

function rowsOf(translations: Level['translations'] = {}): readonly Translation[] {
  return Object.entries(translations)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([language, { name = '', description = '', guideline = '', bannerText = '' }], id) => {
      return { id, language, name, description, guideline, bannerText };
    });
}

/** The banner for the resolver. */
export function sentBanner({ text, contact }: LevelDraft['banner']) {
  return { text, ...(contact.trim() === '' ? {} : { contact }) };
}

/** The texts for the resolver, without empty ones. */
export function sentTranslations(rows: LevelDraft['translations']): NonNullable<Level['translations']> {
  return Object.fromEntries(rows.filter(isFilled).map((row) => [languageCode(row.language), textsOf(row)]));
}

function textsOf(row: Translation): Partial<Record<TranslatedField, string>> {
  const filled = TRANSLATED_FIELDS.filter((field) => row[field].trim() !== '');
  return Object.fromEntries(filled.map((field) => [field, row[field]]));
}

export function subLevelDraftOf({ name, description, translations }: SubLevel): SubLevelDraft {
  return { name, description, translations: rowsOf(translations) };
}

/** The changed texts for the resolver. */
export function sentTexts<T extends Partial<SubLevelDraft>>({ translations, ...others }: T) {
  return { ...others, ...(translations === undefined ? {} : { translations: sentTranslations(translations) }) };
}

/** Checks the draft without the resolver. */
export function checkDraft(draft: SubLevelDraft & Partial<LevelDraft>): LevelDraftErrors {
  const { missingName, tooLong } = texts.levels.form;
  const errors: LevelDraftErrors = draft.name.trim() === '' ? { name: missingName } : {};
  for (const field of ['name', 'description', 'guideline'] as const) {
    const length = lengthOf(draft[field] ?? '');
    if (length > LIMITS[field]) errors[field] = tooLong(length, LIMITS[field]);
  }
  const translations = checkTranslations(draft.translations.filter(isFilled));
  return { ...errors, ...(translations === undefined ? {} : { translations }) };
}

/** Checks the draft of a level without the resolver. */
export function checkLevel(draft: LevelDraft): LevelDraftErrors {
  const banner = checkBanner(draft.banner);
  return { ...checkDraft(draft), ...(banner === undefined ? {} : { banner }) };
}

function checkBanner({ text, contact }: LevelDraft['banner']): string | undefined {
  const t = texts.levels.banner;
  const [ofText, ofContact] = [lengthOf(text), lengthOf(contact)];
  if (ofText === 0 && ofContact > 0) return t.missingText;
  if (ofText > LIMITS.bannerText) return t.longText(ofText, LIMITS.bannerText);
  return ofContact > LIMITS.bannerContact ? t.longContact(ofContact, LIMITS.bannerContact) : undefined;
}

/** The same form as in the resolver. */
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Z]{2})?$/;

/** @returns the first error */
function checkTranslations(rows: readonly Translation[]): string | undefined {
  const t = texts.levels.translations;
  if (rows.length > MAX_TRANSLATIONS) return t.tooMany(MAX_TRANSLATIONS);
  const languages = rows.map(({ language }) => languageCode(language));
  for (const [index, row] of rows.entries()) {
    const language = languages[index] ?? '';
    if (!LANGUAGE.test(language)) return t.wrongLanguage(index + 1);
    if (languages.indexOf(language) !== index) return t.twice(language);
    if (Object.keys(textsOf(row)).length === 0) return t.missingText(language);
    const long = TRANSLATED_FIELDS.find((field) => lengthOf(row[field]) > LIMITS[field]);
    if (long !== undefined) return t.longText(language, t.fields[long], lengthOf(row[long]), LIMITS[long]);
  }
  return undefined;
}

function isFilled(row: Translation): boolean {
  return row.language.trim() !== '' || Object.keys(textsOf(row)).length > 0;
}

/** “PT-br” as `pt-BR` */
function languageCode(typed: string): string {
  const [language = '', ...region] = typed.trim().split('-');
  return [language.toLowerCase(), ...region.map((part) => part.toUpperCase())].join('-');
}

/** Counts characters like the resolver. */
function lengthOf(text: string): number {
  return text.normalize('NFC').replace(/\r\n?/g, '\n').trim().length;
}
