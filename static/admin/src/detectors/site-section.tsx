import Button from '@atlaskit/button/new';
import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import type { Level } from '../../../../src/classification/model';
import { levelPath } from '../level-path';
import { texts } from '../texts';
import { Fact } from '../ui/fact';
import { Section } from '../ui/section';
import { focusIds } from './focus-ids';
import { redactionInWords, regionsInWords, targetsInWords } from './words';

interface SiteSectionProps {
  readonly view: DetectionView;
  readonly levels: readonly Level[];
  readonly onEdit: () => void;
}

/** The detection settings of the site. */
export function SiteSection({ view, levels, onEdit }: SiteSectionProps) {
  const { site: t, severities } = texts.detectors;
  const { regions, minConfidence, targets, triggers, rules, redaction } = view;
  return (
    <Section id={focusIds.site} title={t.title} actions={<Button onClick={onEdit}>{t.edit}</Button>}>
      <dl className="facts">
        <Fact label={t.regions}>{regionsInWords(regions)}</Fact>
        <Fact label={t.minConfidence}>{minConfidence}</Fact>
        <Fact label={t.targets}>{targetsInWords(targets)}</Fact>
        <Fact label={t.triggers}>
          <span className="line">{triggers.onPublish ? t.onPublish : t.notOnPublish}</span>
          <span className="line">
            {t.schedule}: {t.schedules[triggers.schedule]}
          </span>
        </Fact>
        <Fact label={t.rules}>
          {rules.length === 0
            ? t.noRules
            : rules.map(({ severity, ...level }) => {
                const known = levels.find(({ levelId }) => levelId === level.levelId)?.status === 'PUBLISHED';
                return (
                  <span className="line" key={severity}>
                    {t.rule(severities[severity], levelPath(level, levels))}
                    {!known && <span className="line note">{t.unavailableLevel}</span>}
                  </span>
                );
              })}
        </Fact>
        <Fact label={t.redaction}>{redactionInWords(redaction)}</Fact>
      </dl>
    </Section>
  );
}
