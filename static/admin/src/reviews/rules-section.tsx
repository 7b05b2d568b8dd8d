import Button from '@atlaskit/button/new';
import { lazy, Suspense, useCallback } from 'react';
import { ask } from '../operations';
import { texts } from '../texts';
import { Fact } from '../ui/fact';
import { Loaded } from '../ui/loaded';
import { Section } from '../ui/section';
import { useLoad } from '../use-load';

// Loaded when it opens.
const RulesDialog = lazy(() => import('./rules-dialog'));

interface ReviewRulesSectionProps {
  readonly isEditing: boolean;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** How often the level of a page is reviewed, by level. */
export function ReviewRulesSection({ isEditing, onEdit, onClose }: ReviewRulesSectionProps) {
  const { rules: t } = texts.reviews;
  const { load, reload, setValue } = useLoad(useCallback(() => ask('getReviewRules', {}), []));
  return (
    <Section
      id="review-rules"
      title={t.title}
      intro={t.intro}
      actions={
        <Button aria-label={t.edit} isDisabled={load.state !== 'ready'} onClick={onEdit}>
          {texts.settings.edit}
        </Button>
      }
    >
      <Loaded load={load} failed={t.failed} onRetry={reload} rows={3}>
        {(view) => (
          <>
            <dl className="facts">
              {view.levels.map(({ levelId, name, rule }) => (
                <Fact key={levelId} label={name}>
                  {rule === undefined ? t.none : t.inWords(rule)}
                </Fact>
              ))}
            </dl>
            {isEditing && (
              <Suspense fallback={null}>
                <RulesDialog view={view} onChanged={setValue} onClose={onClose} />
              </Suspense>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
