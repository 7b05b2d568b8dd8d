import type { PlatformSwitches } from '../assumptions';
import { shareOf } from '../seeded-random';

/** With `partial-pushes`, a push is answered with 202, and some of its events are not queued. */

const SHARE = 0.1;

/** @returns the places of the events that the queue refuses */
export type PartialPushes = (queue: string, bodies: readonly Readonly<Record<string, unknown>>[]) => readonly number[];

/** Refuses the first event of each kind, and one of ten others. @param seed chooses them */
export function createPartialPushes(switches: PlatformSwitches, seed: number): PartialPushes {
  const kinds = new Set<string>();
  let count = 0;
  return (queue, bodies) => {
    if (!switches.has('partial-pushes')) return [];
    return bodies.flatMap((body, place) => {
      const kind = kindOf(queue, body);
      const isFirst = !kinds.has(kind);
      kinds.add(kind);
      count += 1;
      return isFirst || shareOf(`${seed} push ${count}`) < SHARE ? [place] : [];
    });
  };
}

/** The queue, the members of the body, and the values of those that name a kind of work. */
export function kindOf(queue: string, body: Readonly<Record<string, unknown>>): string {
  const members = Object.keys(body).filter((member) => member !== 'step');
  const named = (member: string) => (['task', 'walk'].includes(member) ? `${member}=${String(body[member])}` : member);
  return [queue, ...members.sort().map(named)].join(' ');
}
