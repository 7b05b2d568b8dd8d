import { view } from '@forge/bridge';
import { useCallback, useEffect, useRef, useState } from 'react';

export type FrameQuery = Readonly<Record<string, string>>;

export interface FrameAddress {
  /** Anyone can write a link, so ignore unknown values. */
  readonly query: FrameQuery;
  /**
   * Changes a part of the query. undefined removes a member.
   * @param entry new: the browser can go back to the query before
   */
  readonly change: (changes: Readonly<Record<string, string | undefined>>, entry: 'new' | 'same') => void;
}

/**
 * The state of a frame that fills a page of Confluence, in the query of its address, so that it survives a reload and
 * Back (ADR 53). Undefined until the address is known.
 */
export function useFrameAddress(): FrameAddress | undefined {
  const [query, setQuery] = useState<FrameQuery>();
  const latest = useRef<FrameQuery>({});
  const history = useRef<Awaited<ReturnType<typeof view.createHistory>>>();

  const show = useCallback((shown: FrameQuery) => {
    latest.current = shown;
    setQuery(shown);
  }, []);
  useEffect(() => {
    let stop: () => void = () => undefined;
    let isUnmounted = false;
    void view.createHistory().then(
      (opened) => {
        if (isUnmounted) return;
        history.current = opened;
        show(queryIn(opened.location));
        // Own changes come back as events and are ignored.
        stop = opened.listen((location, action) => {
          if (action === 'POP') show(queryIn(location));
        });
      },
      // Without a history, the frame still works, but forgets its state.
      () => show({}),
    );
    return () => {
      isUnmounted = true;
      stop();
    };
  }, [show]);

  const change = useCallback<FrameAddress['change']>(
    (changes, entry) => {
      const next = Object.fromEntries(
        Object.entries({ ...latest.current, ...changes }).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value]],
        ),
      );
      const search = new URLSearchParams(next).toString();
      if (search === new URLSearchParams(latest.current).toString()) return;
      show(next);
      const address = search === '' ? '/' : `/?${search}`;
      if (entry === 'new') history.current?.push(address);
      else history.current?.replace(address);
    },
    [show],
  );
  return query && { query, change };
}

function queryIn({ search }: { readonly search: string }): FrameQuery {
  return Object.fromEntries(new URLSearchParams(search));
}
