import Button from '@atlaskit/button/new';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import { schemeInWords } from '../configuration/setting-words';
import { texts } from '../texts';
import { Fact } from '../ui/fact';
import { Effects } from './effects';
import { focusIds } from './focus-ids';
import { Section } from '../ui/section';
import { ShownDefault } from './shown-default';

interface SiteSectionProps {
  readonly list: LevelList;
  readonly onEdit: () => void;
}

export function SiteSection({ list, onEdit }: SiteSectionProps) {
  const { site, edit, defaultLevel, scheme, lowering, loweringNotes } = texts.settings;
  const { settings } = list;
  return (
    <Section
      id={focusIds.site}
      title={site.title}
      actions={
        <Button aria-label={site.edit} onClick={onEdit}>
          {edit}
        </Button>
      }
    >
      <dl className="facts">
        <Fact label={site.defaultLevel}>
          <ShownDefault levels={list.levels} level={settings.defaultLevel ?? 'none'} />
          <p className="section-text subtle">{defaultLevel.short}</p>
          <Effects {...defaultLevel} />
        </Fact>
        <Fact label={site.scheme}>
          {schemeInWords(list, settings.schemeId ?? 'none')}
          <p className="section-text subtle">{scheme.short}</p>
          <Effects {...scheme} />
        </Fact>
        <Fact label={site.lowering}>
          {lowering[settings.lowering].label}
          <p className="section-text subtle">{lowering[settings.lowering].description}</p>
          <Effects {...loweringNotes} />
        </Fact>
      </dl>
    </Section>
  );
}
