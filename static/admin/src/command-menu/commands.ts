import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import type { KeyWithUse } from '../../../../src/admin/keys/keys';
import type { PageName as PageView } from '../../../../src/admin/pages/pages';
import type { SpaceName } from '../../../../src/admin/spaces/spaces';
import type { Query } from '../address-part';
import { ENTRIES, type PageName } from '../navigation';
import { texts } from '../texts';

/** The results of the search of the admin area. */

export type CommandKind = keyof typeof texts.commandMenu.kinds;
const KINDS = Object.keys(texts.commandMenu.kinds) as readonly CommandKind[];

export interface Command {
  readonly id: string;
  readonly kind: CommandKind;
  readonly label: string;
  /** Where it is, or its key. It is searched, too. */
  readonly note: string;
  /** A page of the admin area, or of Confluence. */
  readonly target: { readonly page: PageName; readonly query?: Query } | { readonly pageId: string };
}

export function pageCommands(): readonly Command[] {
  const { entries, pages } = texts.navigation;
  return ENTRIES.flatMap(({ name, pages: all }) =>
    all.map((page) => ({
      id: `page-${page}`,
      kind: 'pages' as const,
      label: pages[page],
      note: entries[name],
      target: { page },
    })),
  );
}

/** The cards with settings, by the ID of their heading. */
const SETTINGS = {
  'settings-of-the-site': { page: 'policy', title: () => texts.settings.site.title },
  'levels-from-findings': { page: 'policy', title: () => texts.detectors.site.rules },
  'settings-on-pages': { page: 'policy', title: () => texts.settings.surfaces.title },
  'reminders-for-authors': { page: 'policy', title: () => texts.settings.mentions.title },
  'page-use-rules': { page: 'policy', title: () => texts.pageUse.title },
  'exposure-rules': { page: 'policy', title: () => texts.exposure.rules.title },
  'review-rules': { page: 'policy', title: () => texts.reviews.rules.title },
  'level-schemes': { page: 'policy', title: () => texts.settings.schemes.title },
  'settings-of-space-admins': { page: 'spaces', title: () => texts.settings.spaceAdmins.title },
  'automatic-scans': { page: 'scans', title: () => texts.detectors.site.triggers },
  'bylines-and-search': { page: 'runs', title: () => texts.mirror.title },
  'daily-comparison': { page: 'runs', title: () => texts.dailyCheck.title },
} as const satisfies Readonly<Record<string, { readonly page: PageName; readonly title: () => string }>>;

export function settingCommands(): readonly Command[] {
  return Object.entries(SETTINGS).map(([section, { page, title }]) => ({
    id: `setting-${section}`,
    kind: 'settings',
    label: title(),
    note: texts.navigation.pages[page],
    target: { page, query: { section } },
  }));
}

export function detectorCommands({ catalog }: DetectionView): readonly Command[] {
  return catalog.map(({ detectorId, name, category }) => ({
    id: `detector-${detectorId}`,
    kind: 'detectors',
    label: name,
    note: texts.detectors.categories[category],
    target: { page: 'detectors', query: { dialog: 'detector', detectorId } },
  }));
}

export function keyCommands(keys: readonly Pick<KeyWithUse, 'keyId' | 'name'>[]): readonly Command[] {
  return keys.map(({ keyId, name }) => ({
    id: `key-${keyId}`,
    kind: 'keys',
    label: name,
    note: `pclsk_${keyId}`,
    target: { page: 'keys', query: { dialog: 'details', keyId } },
  }));
}

export function spaceCommands(spaces: readonly SpaceName[]): readonly Command[] {
  return spaces.map(({ id, key, name }) => ({
    id: `space-${id}`,
    kind: 'spaces',
    label: name,
    note: key,
    target: { page: 'spaces', query: { dialog: 'space', spaceId: id } },
  }));
}

/** Confluence has decided that they match, and that the admin can view them. */
export function contentCommands(pages: readonly PageView[]): readonly Command[] {
  return pages.map(({ pageId, title }) => ({
    id: `content-${pageId}`,
    kind: 'content',
    label: title,
    note: '',
    target: { pageId },
  }));
}

const SHOWN_OF_A_KIND = 6;

/** The commands that contain every word, those whose label begins with the text first; at most six of a kind. */
export function matching(commands: readonly Command[], text: string): readonly Command[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const found = commands.filter(({ label, note }) => {
    const searched = `${label} ${note}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const rank = ({ label }: Command) => (label.toLowerCase().startsWith(wanted) ? 0 : 1);
  return KINDS.flatMap((kind) =>
    found
      .filter((command) => command.kind === kind)
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, SHOWN_OF_A_KIND),
  );
}
