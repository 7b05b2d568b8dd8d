import { lazy } from 'react';
import { type Editing, RulesCard } from '../configuration/rules-card';
import { ask } from '../operations';
import { GoToLink } from '../overview/go-to-link';
import { texts } from '../texts';
import { Fact } from '../ui/fact';

const RulesDialog = lazy(() => import('./rules-dialog'));

const read = () => ask('getReviewRules', {});

/** How often the level of a page is reviewed, by level. */
export function ReviewRulesSection({ isEditing, onEdit, onClose }: Editing) {
  const { rules: t } = texts.reviews;
  return (
    <RulesCard
      {...{ id: 'review-rules', words: t, failed: t.failed, read, isEditing, onEdit }}
      dialog={(view, onChanged) => <RulesDialog view={view} onChanged={onChanged} onClose={onClose} />}
    >
      {({ levels }) => (
        <>
          <dl className="facts">
            {levels.map(({ levelId, name, rule }) => (
              <Fact key={levelId} label={name}>
                {rule === undefined ? t.none : t.inWords(rule)}
              </Fact>
            ))}
          </dl>
          <p>
            <GoToLink page="reviews">{t.showCampaigns}</GoToLink>
          </p>
        </>
      )}
    </RulesCard>
  );
}
