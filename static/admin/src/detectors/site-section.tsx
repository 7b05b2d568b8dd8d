import Button from '@atlaskit/button/new';
import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import type { Level } from '../../../../src/classification/model';
import { levelPath } from '../level-path';
import { texts } from '../texts';
import { Card } from '../overview/card';
import { Disclosure } from '../ui/disclosure';
import { Fact } from '../ui/fact';
import { Section } from '../ui/section';
import { focusIds } from './focus-ids';
import { redactionInWords, regionsInWords, targetsInWords } from './words';

interface SiteSectionProps {
  readonly view: DetectionView;
  readonly levels: readonly Level[];
  readonly onEdit: () => void;
}

/** More are folded. */
const NAMED_REGIONS = 5;

/** The detection settings of the site. */
export function SiteSection({ view, levels, onEdit }: SiteSectionProps) {
  const { site: t, severities } = texts.detectors;
  const { regions, minConfidence, targets, triggers, rules, redaction } = view;
  return (
    <Section id={focusIds.site} title={t.title} actions={<Button onClick={onEdit}>{t.edit}</Button>}>
      <div className="cards">
        <Card id="scan-schedule" title={t.triggers}>
          <p>{triggers.onPublish ? t.onPublish : t.notOnPublish}</p>
          <p>
            {t.schedule}: {t.schedules[triggers.schedule]}
          </p>
        </Card>
        <Card id="scan-rules" title={t.rules}>
          {rules.length === 0 && <p>{t.noRules}</p>}
          {rules.map(({ severity, ...level }) => {
            const known = levels.find(({ levelId }) => levelId === level.levelId)?.status === 'PUBLISHED';
            return (
              <p key={severity}>
                {t.rule(severities[severity], levelPath(level, levels))}
                {!known && <span className="line note">{t.unavailableLevel}</span>}
              </p>
            );
          })}
        </Card>
        <Card id="scan-regions" title={t.regions}>
          {regions.length <= NAMED_REGIONS ? (
            <p>{regionsInWords(regions)}</p>
          ) : (
            <Disclosure summary={t.regionCount(regions.length)}>{regionsInWords(regions)}</Disclosure>
          )}
        </Card>
        <Card id="scan-parts" title={t.confidenceAndParts}>
          <dl className="facts">
            <Fact label={t.minConfidence}>{minConfidence}</Fact>
            <Fact label={t.targets}>{targetsInWords(targets)}</Fact>
            <Fact label={t.redaction}>{redactionInWords(redaction)}</Fact>
          </dl>
        </Card>
      </div>
    </Section>
  );
}
