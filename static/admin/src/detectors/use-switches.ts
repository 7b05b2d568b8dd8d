import { useRef, useState } from 'react';
import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import type { CatalogEntry } from '../../../../src/detection/configuration/detector-catalog';
import { ask, type OperationError, type Outcome } from '../operations';
import { findScheme, siteOrScheme } from './schemes';

/** By the ID of the detector. null: no own setting. */
type Enabled = Readonly<Record<string, boolean | null>>;

/** A change that was just saved. */
export interface Switched {
  /** The name of the detector or of the group. */
  readonly name: string;
  readonly count: number;
  readonly isOn: boolean;
  /** undefined: it was undone. */
  readonly undo: (() => void) | undefined;
}

export interface Switches {
  /** The detectors whose change is not saved yet, with their new state. */
  readonly pending: ReadonlyMap<string, boolean>;
  readonly switched: Switched | undefined;
  readonly failure: OperationError | undefined;
  readonly turn: (name: string, entries: readonly CatalogEntry[], isOn: boolean) => void;
}

/**
 * Turns detectors of the site or of a scheme on or off, one change after another, each on top of the last response.
 * @param schemeId undefined: the site
 */
export function useSwitches(
  view: DetectionView,
  schemeId: string | undefined,
  onChanged: (view: DetectionView) => void,
): Switches {
  const latest = useRef(view);
  if (view.rev > latest.current.rev) latest.current = view;
  const queue = useRef(Promise.resolve());
  const [pending, setPending] = useState<Switches['pending']>(new Map());
  const [switched, setSwitched] = useState<Switched>();
  const [failure, setFailure] = useState<OperationError>();

  const save = (enabled: Enabled, onSaved: (before: Enabled) => void) => {
    const ids = Object.keys(enabled);
    queue.current = queue.current.then(async () => {
      setFailure(undefined);
      const before = settingsIn(latest.current, schemeId, ids);
      const answer = await send(latest.current, schemeId, enabled);
      const current = answer.ok ? answer : await ask('getDetection', {});
      if (current.ok) {
        latest.current = current.value;
        onChanged(current.value);
      }
      setPending((all) => new Map([...all].filter(([id]) => !ids.includes(id))));
      if (answer.ok) onSaved(before);
      else setFailure(answer.error);
    });
  };

  const turn = (name: string, entries: readonly CatalogEntry[], isOn: boolean) => {
    const changed = entries.filter((entry) => (pending.get(entry.detectorId) ?? entry.enabled) !== isOn);
    // The default needs no setting of its own.
    const enabled = Object.fromEntries(
      changed.map(({ detectorId, defaults }) => [detectorId, defaults.enabled === isOn ? null : isOn]),
    );
    const saved = { name, count: changed.length, isOn };
    setPending((all) => new Map([...all, ...changed.map(({ detectorId }) => [detectorId, isOn] as const)]));
    save(enabled, (before) =>
      setSwitched({
        ...saved,
        undo: () => save(before, () => setSwitched({ ...saved, isOn: !isOn, undo: undefined })),
      }),
    );
  };
  return { pending, switched, failure, turn };
}

/** The own settings of the site or the scheme. */
function settingsIn(view: DetectionView, schemeId: string | undefined, ids: readonly string[]): Enabled {
  const { catalog } = siteOrScheme(view, findScheme(view, schemeId));
  const settings = new Map(catalog.map((entry) => [entry.detectorId, entry.settings]));
  return Object.fromEntries(ids.map((id) => [id, settings.get(id)?.enabled ?? null]));
}

async function send(
  view: DetectionView,
  schemeId: string | undefined,
  enabled: Enabled,
): Promise<Outcome<DetectionView>> {
  const { rev } = view;
  const scheme = findScheme(view, schemeId);
  if (scheme === undefined) return ask('enableDetectors', { rev, enabled: { ...enabled } });
  const detectors = { ...scheme.detectors };
  for (const [id, isOn] of Object.entries(enabled)) {
    const { enabled: _before, ...others } = detectors[id] ?? {};
    detectors[id] = isOn === null ? others : { ...others, enabled: isOn };
  }
  const own = Object.entries(detectors).filter(([, settings]) => Object.keys(settings).length > 0);
  return ask('editDetectorScheme', { rev, ...scheme, detectors: Object.fromEntries(own) });
}
