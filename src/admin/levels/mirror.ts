import * as z from 'zod';
import { actorOf } from '../../audit/event';
import {
  cancelWalk,
  pauseWalk,
  readWalk,
  resumeWalk,
  startWalk,
  type Walk,
  type WalkControl,
  type WalkControlOutcome,
} from '../../mirror/walk';
import { noInput, operation } from '../input';
import type { AdminRequest } from '../operation';
import { Refusal } from '../result';

/** The run that writes the levels of all pages into their properties, for bylines, banners and search. */

export type WalkView = Pick<
  Walk,
  'walkId' | 'scope' | 'state' | 'cause' | 'startedBy' | 'startedAt' | 'touchedAt' | 'endedAt' | 'waitsUntil' | 'counts'
>;

export interface MirrorView {
  /** The open run, or else the last one. Omitted if there never was one. */
  readonly walk?: WalkView;
}

export const getMirror = operation(noInput, async ({ storage }): Promise<MirrorView> => {
  return viewOf(await readWalk(storage));
});

export const startMirrorWalk = operation(noInput, async (request): Promise<MirrorView> => {
  const started = await startWalk(controlOf(request), 'all');
  switch (started.outcome) {
    case 'started':
      return viewOf(started.walk);
    case 'already-open':
      throw new Refusal(
        'MIRROR_WALK_OPEN',
        'Pages are already being updated, or the update is paused. Reload the page to see it.',
      );
    case 'contended':
      throw changed();
  }
});

export const pauseMirrorWalk = controlling(pauseWalk);
export const resumeMirrorWalk = controlling(resumeWalk);
export const cancelMirrorWalk = controlling(cancelWalk);

function controlling(change: (control: WalkControl, walkId: string) => Promise<WalkControlOutcome>) {
  return operation(z.strictObject({ walkId: z.uuid() }), async (request, { walkId }): Promise<MirrorView> => {
    const outcome = await change(controlOf(request), walkId);
    if (outcome.outcome !== 'changed') throw changed();
    return viewOf(outcome.walk);
  });
}

function controlOf(request: AdminRequest): WalkControl {
  return { ...request, actor: actorOf(request) };
}

function viewOf(walk: Walk | undefined): MirrorView {
  if (walk === undefined) return {};
  const { phase: _phase, time: _time, key: _key, step: _step, ...view } = walk;
  return { walk: view };
}

function changed(): Refusal {
  return new Refusal(
    'MIRROR_WALK_CHANGED',
    'Nothing was changed: the update has ended, or another one has replaced it. Reload the page.',
  );
}
