import { lazy } from 'react';
import type { ExposureView } from '../../../../src/admin/pages/exposure';
import { type Editing, ProposedRules, RulesCard } from '../configuration/rules-card';
import { ask } from '../operations';
import { texts } from '../texts';
import { Fact } from '../ui/fact';

const RulesDialog = lazy(() => import('./rules-dialog'));

const read = () => ask('getExposure', {});

/** The rules for who may view the pages of each level. */
export function RulesSection({ isEditing, onEdit, onClose }: Editing) {
  const { rules, failed } = texts.exposure;
  return (
    <RulesCard
      {...{ id: 'exposure-rules', words: rules, failed, read, isEditing, onEdit }}
      dialog={(view, onChanged) => <RulesDialog view={view} onChanged={onChanged} onClose={onClose} />}
    >
      {(view, onChanged) => <Rules view={view} onChanged={onChanged} />}
    </RulesCard>
  );
}

interface RulesProps {
  readonly view: ExposureView;
  readonly onChanged: (view: ExposureView) => void;
}

export function Rules({ view: { rev, levels, isProposed }, onChanged }: RulesProps) {
  const { rules: t } = texts.exposure;
  const propose = () => ask('editExposureRules', { rev, rules: 'proposed' });
  return (
    <ProposedRules {...{ isProposed, words: t, propose, onChanged }}>
      <dl className="facts">
        {levels.map(({ levelId, name, rule }) => (
          <Fact key={levelId} label={name}>
            {rule === undefined ? t.none : t.inWords(rule)}
          </Fact>
        ))}
      </dl>
    </ProposedRules>
  );
}
