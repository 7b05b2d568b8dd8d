import * as z from 'zod';
import { inventoryFilter } from '../../findings/inventory/inventory-filter';
import {
  editViews,
  type SavedView,
  type SavedViews,
  viewName,
  VIEWS_CONFIGURATION,
} from '../../findings/inventory/saved-views';
import { changeAsAdmin } from '../change-as-admin';
import { id, noInput, operation, rev } from '../input';

/** The saved views of the list of pages. */

const changeInput = z.strictObject({
  rev,
  change: z.discriminatedUnion('of', [
    z.strictObject({ of: z.literal('add'), name: viewName, filter: inventoryFilter }),
    z.strictObject({ of: z.literal('rename'), viewId: id, name: viewName }),
    z.strictObject({ of: z.literal('delete'), viewId: id }),
  ]),
});

export interface PageViews {
  /** 0: they were never changed. */
  readonly rev: number;
  readonly views: readonly SavedView[];
}

const viewOf = ({ revision, views }: SavedViews): PageViews => ({ rev: revision, views });

/** In the order in which they were added. */
export const listPageViews = operation(noInput, async ({ storage, installationId }) =>
  viewOf(await VIEWS_CONFIGURATION.read(storage, installationId)),
);

export const changePageViews = operation(changeInput, async (request, { rev: expected, change }) => {
  const wanted =
    change.of === 'add'
      ? { of: change.of, view: { viewId: request.random.uuid(), name: change.name, filter: change.filter } }
      : change;
  const edit = editViews(wanted);
  return viewOf(
    await changeAsAdmin(request, VIEWS_CONFIGURATION, expected, {
      type: 'settings.updated',
      subject: 'page-views',
      edit,
    }),
  );
});
