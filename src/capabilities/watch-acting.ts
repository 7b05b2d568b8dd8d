import { type Actor, type Confluence, ImpersonationRefusedError } from '../platform/confluence';
import type { NewAnswer } from './answers';

export interface WatchedConfluence {
  readonly confluence: Confluence;
  /** The answer that the calls as a person gave. Undefined if there was none. */
  readonly acting: () => Pick<NewAnswer, 'state' | 'detail'> | undefined;
}

/** Watches calls as a person. Any response of Confluence shows that the platform lets the app act as this person. */
export function watchActing(confluence: Confluence): WatchedConfluence {
  let seen: Pick<NewAnswer, 'state' | 'detail'> | undefined;
  const watch = async <T>(actor: Actor, call: () => Promise<T>): Promise<T> => {
    if (actor.kind !== 'person') return call();
    try {
      const answer = await call();
      seen = { state: 'works' };
      return answer;
    } catch (error) {
      if (error instanceof ImpersonationRefusedError) seen = { state: 'fails', detail: 'refused' };
      throw error;
    }
  };
  return {
    confluence: {
      get: (actor, path) => watch(actor, () => confluence.get(actor, path)),
      download: (actor, path, maxBytes) => watch(actor, () => confluence.download(actor, path, maxBytes)),
      post: (actor, path, body) => watch(actor, () => confluence.post(actor, path, body)),
      put: (actor, path, body) => watch(actor, () => confluence.put(actor, path, body)),
      delete: (actor, path) => watch(actor, () => confluence.delete(actor, path)),
    },
    acting: () => seen,
  };
}
