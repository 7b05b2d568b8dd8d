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
import { noInput } from '../level-inputs';
import type { AdminRequest } from '../operation';
import { readInput, Refusal } from '../result';

/** The run that writes the levels of all pages into their properties, for bylines, banners and search. */

export const oneWalkInput = z.strictObject({ walkId: z.uuid() });

export type WalkView = Pick<
  Walk,
  'walkId' | 'scope' | 'state' | 'cause' | 'startedBy' | 'startedAt' | 'touchedAt' | 'endedAt' | 'waitsUntil' | 'counts'
>;

export interface MirrorView {
  /** The open run, or else the last one. Omitted if there never was one. */
  readonly walk?: WalkView;
}

export async function getMirror({ storage }: AdminRequest, payload: unknown): Promise<MirrorView> {
  readInput(noInput, payload);
  return viewOf(await readWalk(storage));
}

export async function startMirrorWalk(request: AdminRequest, payload: unknown): Promise<MirrorView> {
  readInput(noInput, payload);
  const started = await startWalk(controlOf(request), 'all');
  switch (started.outcome) {
    case 'started':
      return viewOf(started.walk);
    case 'already-open':
      throw new Refusal({
        code: 'MIRROR_WALK_OPEN',
        message: 'Pages are already being updated, or the update is paused. Reload the page to see it.',
      });
    case 'contended':
      throw changed();
  }
}

export function pauseMirrorWalk(request: AdminRequest, payload: unknown): Promise<MirrorView> {
  return control(request, payload, pauseWalk);
}

export function resumeMirrorWalk(request: AdminRequest, payload: unknown): Promise<MirrorView> {
  return control(request, payload, resumeWalk);
}

export function cancelMirrorWalk(request: AdminRequest, payload: unknown): Promise<MirrorView> {
  return control(request, payload, cancelWalk);
}

async function control(
  request: AdminRequest,
  payload: unknown,
  change: (control: WalkControl, walkId: string) => Promise<WalkControlOutcome>,
): Promise<MirrorView> {
  const { walkId } = readInput(oneWalkInput, payload);
  const outcome = await change(controlOf(request), walkId);
  if (outcome.outcome !== 'changed') throw changed();
  return viewOf(outcome.walk);
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
  return new Refusal({
    code: 'MIRROR_WALK_CHANGED',
    message: 'Nothing was changed: the update has ended, or another one has replaced it. Reload the page.',
  });
}
