import type { ExposureView } from '../../../../src/admin/pages/exposure';
import { useChange } from '../configuration/use-change';
import { ask } from '../operations';
import { texts } from '../texts';
import type { Change } from '../ui/changes-table';

interface ExposureChangeOptions {
  readonly view: ExposureView;
  readonly onChanged: (view: ExposureView) => void;
}

/** A change of the exposure rules, or of an exception. */
export function useExposureChange({ view, onChanged }: ExposureChangeOptions) {
  return useChange({
    list: view,
    onChanged,
    conflict: 'EXPOSURE_CHANGED',
    conflictTitle: texts.exposure.rules.conflict,
    read: () => ask('getExposure', {}),
    compare: (before, now) => Promise.resolve(ruleDifferences(before, now)),
  });
}

export function ruleDifferences(before: ExposureView, now: ExposureView): readonly Change[] {
  const { rules: t, exceptions } = texts.exposure;
  const inWords = ({ levels }: ExposureView, id: string) => {
    const rule = levels.find(({ levelId }) => levelId === id)?.rule;
    return rule === undefined ? t.none : t.inWords(rule);
  };
  const rules = now.levels.map(({ levelId, name }) => ({
    what: name,
    before: inWords(before, levelId),
    now: inWords(now, levelId),
  }));
  const counts = [before, now].map((view) => view.exceptions.length.toLocaleString());
  const [old = '', latest = ''] = counts;
  return [...rules, { what: exceptions.title, before: old, now: latest }].filter((one) => one.before !== one.now);
}
