import { lazy } from 'react';
import type { PageUseView } from '../../../../src/admin/pages/page-use';
import { type Editing, ProposedRules, RulesCard } from '../configuration/rules-card';
import { ask } from '../operations';
import { Denials } from '../overview/denials';
import { texts } from '../texts';
import { Fact } from '../ui/fact';
import { ruleInWords, subjectName } from './page-use-words';

const PageUseDialog = lazy(() => import('./page-use-dialog'));

const read = () => ask('getPageUse', {});

/** The rules for what agents and people may use pages for. */
export function PageUseSection({ isEditing, onEdit, onClose }: Editing) {
  const t = texts.pageUse;
  return (
    <RulesCard
      {...{ id: 'page-use-rules', words: t, failed: t.failed, read, isEditing, onEdit }}
      dialog={(view, onChanged) => <PageUseDialog view={view} onChanged={onChanged} onClose={onClose} />}
    >
      {(view, onChanged) => <PageUse view={view} onChanged={onChanged} />}
    </RulesCard>
  );
}

interface PageUseProps {
  readonly view: PageUseView;
  readonly onChanged: (view: PageUseView) => void;
}

/** The rules with an effect. */
export function PageUse({ view: { rev, subjects, denials, isProposed }, onChanged }: PageUseProps) {
  const t = texts.pageUse;
  const propose = () => ask('editPageUse', { rev, rules: 'proposed' });
  return (
    <ProposedRules {...{ isProposed, words: t, propose, onChanged }}>
      <dl className="facts">
        {subjects
          .filter(({ level, rule }) => level !== undefined || rule !== undefined)
          .map((one) => (
            <Fact key={one.subject} label={subjectName(one)}>
              {ruleInWords(one)}
            </Fact>
          ))}
      </dl>
      {denials.denied.length > 0 && <Denials denials={denials} />}
    </ProposedRules>
  );
}
