import * as z from 'zod';
import { changePageLevel } from '../classification/change-page-level';
import type { Method } from '../classification/model';
import { justificationText } from '../classification/page-level-fields';
import type { Page } from '../classification/page-lookup';
import { changeByPerson } from '../findings/required-level/change-of-page';
import type { RowWrite } from '../platform/storage';
import type { OpenPage, SetLevelResult } from './contract';
import type { SurfaceRequest } from './operation';
import { type PopupPage, readPopupPage, withLevel } from './read-popup-page';
import { optionsOf, revisionOf, viewPopupPage } from './show-popup-page';
import { notAllowed, readInput } from './result';
import { readPageAsViewer, requirePerson } from './viewed-page';

const input = z.strictObject({
  level: z.union([z.strictObject({ levelId: z.uuid(), subLevelId: z.uuid().optional() }), z.literal('none')], {
    error: 'must be a level or none',
  }),
  revision: z.union([z.int().min(1), z.literal('absent')], { error: 'must be the revision that the popup shows' }),
  reason: justificationText.optional(),
});

type Input = z.output<typeof input>;

/**
 * Sets or clears the level of the page in the name of the person. If the level is no longer the one that the person saw,
 * nothing is written and the answer shows the current one.
 */
export async function setLevel(request: SurfaceRequest, payload: unknown): Promise<SetLevelResult> {
  const wanted = readInput(input, payload);
  requirePerson(request);
  const before = await readForChange(request);
  if (before.state !== 'page') return before;
  if (revisionOf(before.stored.record) !== wanted.revision) return { outcome: 'conflict', page: viewPopupPage(before) };
  return changeLevel(request, before, { ...wanted, method: 'MANUAL' });
}

/** A change that the person wants, with the revision of the level that the person saw. */
export interface WantedChange extends Input {
  readonly method: Method;
  /** Additional writes, committed with the change and only with it. */
  readonly alongside?: readonly RowWrite[];
}

/** @param before the page as it was read in this operation, with the wanted revision */
export async function changeLevel(
  request: SurfaceRequest,
  before: PopupPage,
  wanted: WantedChange,
): Promise<SetLevelResult> {
  const done = await change(request, before, wanted);
  if ('stoppedBy' in done) return readAgain(request, () => ({ outcome: 'conflict' }));
  switch (done.outcome) {
    case 'unchanged':
      return { outcome: 'unchanged', page: viewPopupPage(before) };
    case 'changed': {
      // The change is saved, so a failure must not look like one of the change.
      const exposure = await before.exposureAt(done.record?.levelId).catch(() => undefined);
      const after = { ...withLevel(before, done.record, done.entry), exposure };
      return { outcome: 'changed', page: viewPopupPage(after), ...undoOf(before, after) };
    }
    case 'precondition-failed':
    case 'contended':
      return readAgain(request, () => ({ outcome: 'conflict' }));
    case 'denied': {
      const { denial } = done;
      if (denial === 'PAGE_NOT_FOUND') return { state: 'hidden' };
      return readAgain(request, ({ revision }) =>
        revision === wanted.revision ? { outcome: 'denied', code: denial } : { outcome: 'conflict' },
      );
    }
  }
}

function change(
  request: SurfaceRequest,
  before: PopupPage,
  { level, revision, reason, method, alongside = [] }: WantedChange,
) {
  return changePageLevel(
    { ...changeByPerson(request, before, () => readPageAgain(request)), alongside: () => alongside },
    {
      pageId: before.page.pageId,
      level,
      method,
      justification: reason,
      precondition: (current) => revisionOf(current) === revision,
    },
  );
}

async function readPageAgain(request: SurfaceRequest): Promise<Page | 'hidden'> {
  const viewed = await readPageAsViewer(request);
  if (viewed.state === 'reader') throw notAllowed();
  return viewed.state === 'page' ? viewed.page : 'hidden';
}

/** Reads the page for an operation that people with a license can use. @throws Refusal NOT_ALLOWED */
export async function readForChange(request: SurfaceRequest) {
  const opened = await readPopupPage(request, 'change');
  if (opened.state === 'reader') throw notAllowed();
  return opened;
}

type NotChanged = { readonly outcome: 'conflict' } | { readonly outcome: 'denied'; readonly code: string };

/** The answer to a change that was not made, with the current state of the page. */
async function readAgain(request: SurfaceRequest, answer: (page: OpenPage) => NotChanged): Promise<SetLevelResult> {
  const opened = await readForChange(request);
  if (opened.state !== 'page') return opened;
  const page = viewPopupPage(opened);
  return { ...answer(page), page };
}

/** How the person can bring back the level before the change. */
function undoOf(
  { stored: { record: previous } }: PopupPage,
  after: PopupPage,
): { readonly undo: { readonly allowed: boolean; readonly needsReason: boolean } } {
  const { levels, clear } = optionsOf(after);
  const option = previous === undefined ? clear : levels.find(({ level }) => level.levelId === previous.levelId);
  return { undo: { allowed: option?.allowed ?? false, needsReason: option?.needsJustification ?? false } };
}
