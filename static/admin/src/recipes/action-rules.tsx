import { useState } from 'react';
import type { Level } from '../../../../src/classification/model';
import { texts } from '../texts';
import { ACTION_RECIPES, ruleWords } from './action-recipes';
import { CopyLine, CopyLines } from './copy-lines';
import { LevelSelect } from './level-select';
import { Step } from './step';
import type { Target } from './web-request';

/** Rules with the actions of the app. They need no API key. */
export function ActionRules({ levels }: { readonly levels: readonly Level[] }) {
  const { actions } = texts.recipes;
  const [target, setTarget] = useState<Target>();
  const level = target === undefined ? '' : levelName(target, levels);
  return (
    <div className="recipe">
      <LevelSelect levels={levels} target={target} error={undefined} onChange={setTarget} />
      {ACTION_RECIPES.map((recipe) => (
        <RuleCard key={recipe} recipe={recipe} level={level} />
      ))}
      <Step title={actions.connectionTitle}>
        <p>{actions.connection}</p>
      </Step>
    </div>
  );
}

function RuleCard({ recipe, level }: { readonly recipe: (typeof ACTION_RECIPES)[number]; readonly level: string }) {
  const { actions } = texts.recipes;
  const { title, intro, note } = actions.rules[recipe];
  const { trigger, steps } = ruleWords(recipe, level);
  return (
    <Step title={title}>
      <p>{intro}</p>
      <ol className="recipe-steps">
        {[trigger, ...steps].map(({ name, fields }, index) => (
          <li key={name}>
            {index === 0 ? actions.trigger(name) : actions.add(name)}
            {fields.length > 0 && (
              <CopyLines>
                {fields.map((field) => (
                  <CopyLine
                    key={field.name}
                    name={field.name}
                    text={field.value === '' ? actions.noLevel : field.value}
                    hasCopy={field.isChoice !== true}
                  />
                ))}
              </CopyLines>
            )}
          </li>
        ))}
      </ol>
      {note !== '' && <p className="form-note">{note}</p>}
    </Step>
  );
}

/** The name as the form of the action shows it. */
function levelName({ levelId, subLevelId }: Target, levels: readonly Level[]): string {
  const level = levels.find((each) => each.levelId === levelId);
  const sub = level?.subLevels.find((each) => each.subLevelId === subLevelId);
  return [level?.name ?? '', ...(sub === undefined ? [] : [sub.name])].join(' / ');
}
