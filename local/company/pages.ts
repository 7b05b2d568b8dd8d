import {
  ADMIN,
  DEMO_PAGES,
  type DemoContent,
  type DemoPage,
  type DemoSpace,
  EDITOR,
  engineering,
  humanResources,
  type Person,
} from '../demo';
import { seededRandom } from '../forge/seeded-random';
import { COLLEAGUES, FELIX, HANA, JONAS, LEILA, MATEO, NADIA, PRIYA, TOMAS } from './people';
import { PASSAGES, type PassageName } from './sensitive';
import {
  type CompanySpace,
  FINANCE,
  LEGAL,
  MARKETING,
  MORE_ENGINEERING,
  MORE_HR,
  PRODUCT,
  SALES,
  SUPPORT,
} from './spaces';

/**
 * The pages of the company: 300 in eight spaces, two of which have the pages of the demo site, too. Texts, authors and times follow from a
 * seed, so every site has the same ones.
 */

/** A level by its key in spaces.ts. */
export type LevelLetter = 'P' | 'I' | 'R' | 'H' | 'none';

export interface CompanyPage {
  readonly id: string;
  readonly title: string;
  readonly spaceId: string;
  readonly parentId: string;
  readonly owner: Person;
  /** The level that its owner or a script gives it. */
  readonly level: LevelLetter;
  /** The body without its passages, and with them. */
  readonly plain: string;
  readonly body: string;
  readonly hasPassages: boolean;
}

/** The people who write in each space. Their pages wait for them on their home page. */
const AUTHORS: Readonly<Record<string, readonly [Person, ...Person[]]>> = {
  FIN: [FELIX, HANA],
  LEGAL: [LEILA],
  SALES: [MATEO, JONAS],
  SUP: [TOMAS, PRIYA],
  MKT: [PRIYA, EDITOR],
  PROD: [JONAS, MATEO],
  ENG: [EDITOR, TOMAS],
  HR: [NADIA, EDITOR],
};

const SEED = 5_000;
const FIRST_PAGE = 170_001;
const DAY_MS = 86_400_000;
const SPACES = [FINANCE, LEGAL, SALES, SUPPORT, MARKETING, PRODUCT, MORE_ENGINEERING, MORE_HR];

export interface Company {
  readonly content: DemoContent;
  /** The pages of this file, without those of the demo site. */
  readonly pages: readonly CompanyPage[];
}

/** @param now the time of the site: pages are up to two years older */
export function createCompany(now: Date): Company {
  const random = seededRandom(SEED);
  const pages: CompanyPage[] = [];
  let nextId = FIRST_PAGE;
  const at = (fromDays: number, toDays: number) =>
    new Date(now.getTime() - Math.floor((toDays + random() * (fromDays - toDays)) * DAY_MS)).toISOString();

  const pagesOf = (space: CompanySpace, homepageId: string): readonly DemoPage[] => {
    const made: DemoPage[] = [];
    const [first, ...others] = AUTHORS[space.key] ?? [ADMIN];
    const authors = [first, ...others];
    const add = (text: string, parentId: string): string => {
      const { title, letter, names } = readTitle(text);
      const owner = authors[Math.floor(random() * authors.length)] ?? first;
      const plain = textOf(random, space, title);
      const body = `${plain}${names.map((name) => PASSAGES[name](random)).join('')}`;
      const id = String(nextId);
      nextId += 1;
      const level = letter ?? space.level;
      pages.push({ id, title, spaceId: space.id, parentId, owner, level, plain, body, hasPassages: names.length > 0 });
      made.push({ id, title, parentId, versions: [{ by: owner, at: at(700, 100), body }] });
      return id;
    };
    for (const [section, titles] of Object.entries(space.sections)) {
      const parent = add(section, homepageId);
      for (const title of titles) add(title, parent);
    }
    return made;
  };

  const newSpace = (space: CompanySpace): DemoSpace => {
    const homepageId = String(nextId);
    nextId += 1;
    const [owner] = AUTHORS[space.key] ?? [ADMIN];
    const home: DemoPage = {
      id: homepageId,
      title: `${space.name} Home`,
      versions: [{ by: owner, at: at(760, 720), body: `<p>${space.description}</p>` }],
    };
    const body = `<p>${space.description}</p>`;
    const known = { spaceId: space.id, parentId: homepageId, owner, plain: body, body, hasPassages: false };
    pages.push({ ...known, id: homepageId, title: home.title, level: 'I' });
    return {
      id: space.id,
      key: space.key,
      name: space.name,
      description: space.description,
      homepageId,
      readers: 'confluence-users',
      ...(space.key === 'MKT' ? { isPublic: true } : {}),
      editors: AUTHORS[space.key] ?? [],
      pages: [home, ...pagesOf(space, homepageId)],
    };
  };
  const enlarged = (space: DemoSpace, more: CompanySpace): DemoSpace => ({
    ...space,
    editors: [...(space.editors ?? []), ...(AUTHORS[space.key] ?? [])],
    pages: [...space.pages, ...pagesOf(more, space.homepageId)],
  });

  const spaces = SPACES.map((space) => {
    if (space === MORE_ENGINEERING) return enlarged(engineering, space);
    return space === MORE_HR ? enlarged(humanResources, space) : newSpace(space);
  });
  return { content: { people: COLLEAGUES, spaces }, pages };
}

/** Pages of the demo site that get a level, too. */
export const LEVELS_OF_DEMO_PAGES: Readonly<Record<string, LevelLetter>> = {
  [DEMO_PAGES.engHome]: 'I',
  [DEMO_PAGES.architecture]: 'I',
  [DEMO_PAGES.architectureEvents]: 'I',
  [DEMO_PAGES.architectureStorage]: 'R',
  [DEMO_PAGES.runbooks]: 'I',
  [DEMO_PAGES.runbookOnCall]: 'I',
  [DEMO_PAGES.incidents]: 'I',
  [DEMO_PAGES.incidentMailing]: 'R',
  [DEMO_PAGES.releaseNotes]: 'P',
  [DEMO_PAGES.hrHome]: 'I',
  [DEMO_PAGES.onboarding]: 'I',
  [DEMO_PAGES.leavePolicy]: 'I',
  [DEMO_PAGES.recruiting]: 'R',
};

function isPassageName(name: string): name is PassageName {
  return Object.hasOwn(PASSAGES, name);
}

const LETTERS: Readonly<Record<string, LevelLetter>> = { P: 'P', I: 'I', R: 'R', H: 'H', '-': 'none' };

/** `Refund runs :R +accounts` → its parts. @throws for an unknown level or passage */
function readTitle(text: string): {
  readonly title: string;
  readonly letter: LevelLetter | undefined;
  readonly names: readonly PassageName[];
} {
  const words = text.split(' ');
  const mark = words.find((word) => /^:[A-Z-]$/.test(word))?.slice(1);
  const names = words.filter((word) => word.startsWith('+')).map((word) => word.slice(1));
  const title = words.filter((word) => !/^(:[A-Z-]$|[+])/.test(word)).join(' ');
  const letter = mark === undefined ? undefined : LETTERS[mark];
  const known = names.filter(isPassageName);
  if ((mark !== undefined && letter === undefined) || known.length < names.length)
    throw new Error(`"${text}" names an unknown level or passage`);
  return { title, letter, names: known };
}

/** Two paragraphs and a list. */
function textOf(random: () => number, space: CompanySpace, title: string): string {
  const some = (from: readonly string[], count: number) =>
    from
      .map((text) => ({ text, place: random() }))
      .toSorted((one, other) => one.place - other.place)
      .slice(0, count)
      .map(({ text }) => text);
  const [first = '', second = ''] = some(space.sentences, 2);
  const points = some(space.points, 3);
  return `<p>${title.replaceAll('&', '&amp;')}: what you need to know, and whom to ask.</p><p>${first} ${second}</p><ul>${points.map((point) => `<li>${point}</li>`).join('')}</ul>`;
}
