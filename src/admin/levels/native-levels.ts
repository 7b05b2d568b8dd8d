import * as z from 'zod';
import { type Answer, readAnswers } from '../../capabilities/answers';
import { changeNativeLevels as planNativeLevels } from '../../classification/edit-settings';
import { type Levels, readLevels } from '../../classification/level-store';
import { surfaceSettingsOf } from '../../classification/settings';
import { isLost, startComparison } from '../../native-levels/comparison';
import { type ListContext, refreshList, recentNativeState } from '../../native-levels/level-list';
import { type ComparedMember, differencesOf, linkLevels, type LinkRefusal } from '../../native-levels/link-levels';
import type { Comparison, FinishedComparison, NativeLevel, NativeState } from '../../native-levels/model';
import { definedOf } from '../../platform/defined-of';
import { awaitAll } from '../../platform/await-all';
import { changeLevels } from './change-levels';
import { id, noInput, operation, rev } from '../input';
import type { AdminRequest } from '../operation';
import { type InvalidInput, invalidInput, Refusal } from '../result';

/** Confluence's own classification ("native levels", Atlassian Guard), and how the app follows it. */

export interface NativeLevelView extends NativeLevel {
  /** The level of the app that is linked with it. Omitted = none. */
  readonly levelId?: string;
  /** The members of that level that differ. */
  readonly differences: readonly ComparedMember[];
}

export interface NativeLevelsView {
  /** The revision of the levels for the next edit. */
  readonly rev: number;
  /** Confluence's published levels, the most sensitive first. Empty: the site does not have them. */
  readonly levels: readonly NativeLevelView[];
  readonly checkedAt: string;
  /** When the daily run last saw another list. Omitted = never. */
  readonly changedAt?: string;
  /** The levels of the app whose level Confluence no longer has. */
  readonly lostLevelIds: readonly string[];
  /** True if the level of a page and Confluence's follow each other. */
  readonly follows: boolean;
  /** True if the app shows its own level of a page in the byline. */
  readonly byline: boolean;
  /** The answer of the site check to the question if the app can act as people in the background. */
  readonly actsAsPeople: Answer['state'];
  readonly running?: Omit<Comparison, 'levelId' | 'time' | 'key' | 'ticket' | 'step'> & {
    /** It made no progress for an hour. */
    readonly isLost: boolean;
  };
  readonly last?: FinishedComparison;
}

/** Reads the list from Confluence at most once a day. */
export const getNativeLevels = operation(noInput, async (request): Promise<NativeLevelsView> => {
  return viewOf(request, await recentNativeState(listContextOf(request)));
});

export const refreshNativeLevels = operation(noInput, async (request): Promise<NativeLevelsView> => {
  return viewOf(request, await refreshList(listContextOf(request)));
});

const MAX_LINKS = 100;

const importNativeLevelsInput = z.strictObject({
  rev,
  links: z
    .array(
      z.strictObject({
        nativeId: z.string().min(1).max(300),
        /** The level of the app; `new`: create one with the same name, texts and color; `none`: no link. */
        levelId: z.union([id, z.literal('new'), z.literal('none')], { error: 'must be a level, new or none' }),
      }),
    )
    .min(1, { error: 'must not be empty' })
    .max(MAX_LINKS, { error: `must have at most ${MAX_LINKS} entries` }),
});

/** Links Confluence's levels with levels of the app, and creates the new ones. Linked levels keep their texts and order. */
export const importNativeLevels = operation(importNativeLevelsInput, async (request, { rev, links }) => {
  const twice = links.findIndex(({ nativeId }, index) => links.findIndex((one) => one.nativeId === nativeId) !== index);
  if (twice !== -1) throw wrongLink(twice, 'nativeId', 'must be named once');
  const state = await recentNativeState(listContextOf(request));
  const ids = new Map(links.map(({ nativeId }) => [nativeId, request.random.uuid()]));
  await changeLevels(request, rev, {
    type: 'level.imported',
    subject: 'levels',
    editLevels: (levels) => {
      const edit = linkLevels(levels, state.list?.levels ?? [], links, (nativeId) => ids.get(nativeId) ?? '');
      if (edit.outcome !== 'refused') return edit;
      const index = links.findIndex(({ nativeId }) => nativeId === edit.nativeId);
      throw wrongLink(index, edit.reason === 'NATIVE_LEVEL_NOT_FOUND' ? 'nativeId' : 'levelId', REFUSALS[edit.reason]);
    },
  });
  return viewOf(request, state);
});

const REFUSALS: Readonly<Record<LinkRefusal, string>> = {
  LEVEL_NOT_FOUND: 'must be a level of the app',
  NATIVE_LEVEL_NOT_FOUND: 'must be a published level of Confluence',
  LEVEL_LINKED_TWICE: 'must be a level that no other level of Confluence is linked with',
  NAME_TAKEN: 'must be the level with this name, because a new level needs another name',
  TOO_MANY_LEVELS: 'must be an existing level: a site can have up to 50 active levels',
};

function wrongLink(index: number, member: string, message: string): InvalidInput {
  return invalidInput([{ field: `links.${Math.max(0, index)}.${member}`, message }]);
}

const changeNativeLevelsInput = z.strictObject({
  rev,
  follows: z.boolean({ error: 'must be true or false' }),
  byline: z.boolean({ error: 'must be true or false' }),
});

/** Turns following on or off, and chooses the badge. Turning it on starts a comparison. */
export const changeNativeLevels = operation(changeNativeLevelsInput, async (request, { rev, follows, byline }) => {
  const state = await recentNativeState(listContextOf(request));
  const turned = { on: false };
  await changeLevels(request, rev, {
    type: 'settings.updated',
    subject: 'native-levels',
    editSettings: (settings) => {
      turned.on = follows && settings.followsNativeLevels !== true;
      return planNativeLevels(settings, { follows, byline });
    },
    mayChange: ({ all }) => {
      const isPossible = (state.list?.levels ?? []).some((one) =>
        all.some(({ nativeId }) => nativeId === one.nativeId),
      );
      if (turned.on && !isPossible)
        throw invalidInput([{ field: 'follows', message: 'must be false until a level is linked' }]);
      return Promise.resolve();
    },
  });
  if (!turned.on) return viewOf(request, state);
  return compare(request);
});

/** Starts a comparison of all pages with a linked level. If one is running, nothing changes. */
export const compareNativeLevels = operation(noInput, async (request): Promise<NativeLevelsView> => {
  return compare(request);
});

async function compare(request: AdminRequest): Promise<NativeLevelsView> {
  const { storage, installationId } = request;
  const levels = await readLevels(storage, installationId);
  if (levels.settings.followsNativeLevels !== true)
    throw new Refusal(
      'NATIVE_LEVELS_NOT_FOLLOWED',
      'Pages are compared only while their levels follow each other. Turn it on first.',
    );
  await startComparison(request, levels);
  return viewOf(request, await recentNativeState(listContextOf(request)));
}

function listContextOf({ storage, confluence, clock, random, requestId }: AdminRequest): ListContext {
  return { storage, confluence, clock, random, requestId };
}

async function viewOf({ storage, installationId, now }: AdminRequest, state: NativeState): Promise<NativeLevelsView> {
  const [levels, answers] = await awaitAll([readLevels(storage, installationId), readAnswers(storage)] as const);
  const { list, running, last } = state;
  const native = list?.levels ?? [];
  return {
    rev: levels.revision,
    levels: native.map((one) => linkedView(levels, native, one)),
    checkedAt: list?.checkedAt ?? now.toISOString(),
    lostLevelIds: levels.all
      .filter(({ nativeId }) => nativeId !== undefined && !native.some((one) => one.nativeId === nativeId))
      .map(({ levelId }) => levelId),
    follows: levels.settings.followsNativeLevels === true,
    byline: surfaceSettingsOf(levels.settings).byline,
    actsAsPeople: answers.get('act-as-person.consumer')?.state ?? 'not-tried',
    ...definedOf({ changedAt: list?.changedAt, running: running && runningView(running, now), last }),
  };
}

function linkedView({ all }: Levels, native: readonly NativeLevel[], one: NativeLevel): NativeLevelView {
  const linked = all.find(({ nativeId }) => nativeId === one.nativeId);
  return { ...one, ...definedOf({ levelId: linked?.levelId }), differences: differencesOf(all, native, one) };
}

function runningView(running: Comparison, now: Date): NonNullable<NativeLevelsView['running']> {
  const { levelId: _levelId, time: _time, key: _key, ticket: _ticket, step: _step, ...view } = running;
  return { ...view, isLost: running.left > 0 && isLost(running, now) };
}
