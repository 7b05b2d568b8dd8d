import Button from '@atlaskit/button/new';
import { useCallback, useRef } from 'react';
import type { FindingsSummary } from '../../../../src/admin/findings/findings';
import { ask } from '../operations';
import { texts } from '../texts';
import { useLoad } from '../use-load';
import { type FindingFilter, SEVERITIES, severitiesIn } from './filter';

/**
 * Counts the findings of each severity that match all filters except severity. The old numbers stay visible until the
 * new ones arrive.
 * @param revision a new revision counts again
 */
export function useSummary(
  { severity: _severity, severities: _severities, ...others }: FindingFilter,
  revision: number,
) {
  const { load } = useLoad(useCallback(() => ask('summarizeFindings', others), [JSON.stringify(others), revision]));
  const shown = useRef<FindingsSummary>();
  if (load.state !== 'loading') shown.current = load.state === 'ready' ? load.value : undefined;
  return shown.current;
}

export interface Total {
  readonly count: number;
  /** False: there may be more. */
  readonly isExact: boolean;
}

/** The number of findings that match, with the filter of severity, which the summary ignores. */
export function totalOf(
  { findings, bySeverity, isComplete }: FindingsSummary,
  { severity, severities = severity === undefined ? undefined : [severity] }: FindingFilter,
): Total {
  const count = severities?.reduce((sum, one) => sum + (bySeverity[one] ?? 0), 0) ?? findings;
  return { count, isExact: isComplete };
}

interface SummaryStripProps {
  readonly summary: FindingsSummary;
  readonly severity: string;
  readonly onChange: (severity: string) => void;
}

/** The number of findings by severity. Each number is a filter. */
export function SummaryStrip({ summary, severity, onChange }: SummaryStripProps) {
  const { summary: t } = texts.detections;
  return (
    <div className="presets detections-summary" role="group" aria-label={t.label}>
      {SEVERITIES.map((one) => (
        <Button
          key={one}
          spacing="compact"
          isSelected={severitiesIn(severity).includes(one)}
          aria-pressed={severitiesIn(severity).includes(one)}
          onClick={() => onChange(severity === one ? '' : one)}
        >
          {`${texts.detectors.severities[one]}: ${(summary.bySeverity[one] ?? 0).toLocaleString()}`}
        </Button>
      ))}
      {!summary.isComplete && <span className="note">{t.last(summary.findings)}</span>}
    </div>
  );
}
