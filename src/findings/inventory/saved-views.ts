import * as z from 'zod';
import { auditDetails } from '../../audit/details';
import type { ConfigurationEdit, ConfigurationKind } from '../../configuration/change-configuration';
import { storedDocument } from '../../platform/stored-document';
import { inventoryFilter } from './inventory-filter';

/** The named filters of the list of pages, which all site admins share. They contain no account ids. */

const MAX_VIEWS = 50;

export const viewName = z
  .string()
  .trim()
  .min(1, { error: 'must not be empty' })
  .max(80, { error: 'must have at most 80 characters' });

const savedView = z.strictObject({ viewId: z.uuid(), name: viewName, filter: inventoryFilter });

export type SavedView = z.infer<typeof savedView>;

export interface SavedViews {
  /** 0: they were never changed. */
  readonly revision: number;
  readonly views: readonly SavedView[];
}

const ROW = storedDocument(z.array(savedView), { key: 'page-views', initial: [], unreadable: 'refused' });

export type ViewsRefusal = 'VIEW_NOT_FOUND' | 'TOO_MANY_VIEWS' | 'NAME_IN_USE' | 'CONFIGURATION_TOO_LARGE';

export const VIEWS_CONFIGURATION: ConfigurationKind<
  SavedViews,
  ViewsRefusal,
  'VIEWS_CHANGED' | 'VIEW_NOT_FOUND' | 'TOO_MANY_VIEWS' | 'CONFIGURATION_TOO_LARGE'
> = {
  rowKey: ROW.key,
  read: async (storage) => {
    const { revision, value: views } = await ROW.read(storage);
    return { revision: revision === 'absent' ? 0 : revision, views };
  },
  valueOf: ({ views }) => views,
  tooLarge: 'CONFIGURATION_TOO_LARGE',
  refusals: {
    CHANGED: {
      code: 'VIEWS_CHANGED',
      problem: 'PRECONDITION_FAILED',
      detail: 'Another admin changed the saved views. Nothing was saved. Reload the page, then try again.',
    },
    VIEW_NOT_FOUND: {
      code: 'VIEW_NOT_FOUND',
      problem: 'NOT_FOUND',
      detail: 'The saved view no longer exists. Reload the page.',
    },
    TOO_MANY_VIEWS: {
      code: 'TOO_MANY_VIEWS',
      problem: 'CONFIGURATION_FULL',
      detail: `The site has ${MAX_VIEWS} saved views, the maximum. Delete one first.`,
    },
    NAME_IN_USE: {
      field: 'change.name',
      message: 'is the name of another view',
      problem: 'VALIDATION_FAILED',
      detail: 'Another view has this name.',
    },
    CONFIGURATION_TOO_LARGE: {
      code: 'CONFIGURATION_TOO_LARGE',
      problem: 'CONFIGURATION_FULL',
      detail: 'The saved views are too large. Delete one first.',
    },
  },
};

export type ViewsChange =
  | { readonly of: 'add'; readonly view: SavedView }
  | { readonly of: 'rename'; readonly viewId: string; readonly name: string }
  | { readonly of: 'delete'; readonly viewId: string };

/** Pure. */
export function editViews(change: ViewsChange) {
  return (current: SavedViews): ConfigurationEdit<SavedViews, ViewsRefusal> => {
    const { views } = current;
    const viewId = change.of === 'add' ? change.view.viewId : change.viewId;
    const name = change.of === 'add' ? change.view.name : change.of === 'rename' ? change.name : undefined;
    const others = views.filter((one) => one.viewId !== viewId);
    if (change.of !== 'add' && others.length === views.length) return { outcome: 'refused', reason: 'VIEW_NOT_FOUND' };
    if (change.of === 'add' && views.length >= MAX_VIEWS) return { outcome: 'refused', reason: 'TOO_MANY_VIEWS' };
    if (others.some((one) => one.name === name)) return { outcome: 'refused', reason: 'NAME_IN_USE' };
    const next = {
      add: () => [...views, ...(change.of === 'add' ? [change.view] : [])],
      rename: () => views.map((one) => (one.viewId === viewId ? { ...one, name: name ?? one.name } : one)),
      delete: () => others,
    }[change.of]();
    return {
      outcome: 'changed',
      next: { ...current, views: next },
      before: auditDetails({ views: views.map((one) => one.name) }),
      after: auditDetails({ views: next.map((one) => one.name) }),
    };
  };
}
