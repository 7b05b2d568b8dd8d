import Button from '@atlaskit/button/new';
import { useEffect, useRef } from 'react';
import type { Level } from '../../../../src/classification/model';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { LevelSelect } from './level-select';
import { type LabelPair, pairField, type RecipeDraft, type RecipeErrors } from './recipe-draft';
import { LAYOUTS } from './rule';
import { TextField } from '../ui/form-fields';

interface LabelPairsProps {
  readonly draft: RecipeDraft;
  readonly errors: RecipeErrors;
  readonly levels: readonly Level[];
  readonly onChange: (changes: Partial<RecipeDraft>) => void;
  readonly onLeft: (field: string) => void;
}

/** A row for each label. A new row gets the focus. After a row is removed, the add button gets it. */
export function LabelPairs({ draft, errors, levels, onChange, onLeft }: LabelPairsProps) {
  const { recipes } = texts;
  const { pairs } = draft;
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const added = useRef(false);
  useEffect(() => {
    if (added.current) list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
    added.current = false;
  }, [pairs.length]);

  const change = (id: number, changes: Partial<LabelPair>) =>
    onChange({ pairs: pairs.map((pair) => (pair.id === id ? { ...pair, ...changes } : pair)) });
  const addPair = () => {
    added.current = true;
    const id = Math.max(...pairs.map((pair) => pair.id)) + 1;
    onChange({ pairs: [...pairs, { id, label: '', target: undefined }] });
  };
  const remove = (id: number) => {
    onChange({ pairs: pairs.filter((pair) => pair.id !== id) });
    add.current?.focus();
  };

  return (
    <>
      <ul className="recipe-pairs" ref={list} aria-label={recipes.pairs}>
        {pairs.map((pair, index) => (
          <PairRow
            key={pair.id}
            pair={pair}
            position={index + 1}
            errors={errors}
            levels={levels}
            onChange={(changes) => change(pair.id, changes)}
            onLeft={onLeft}
            onRemove={pairs.length > 1 ? () => remove(pair.id) : undefined}
          />
        ))}
      </ul>
      <div className="field">
        <Button ref={add} onClick={addPair}>
          {recipes.addPair}
        </Button>
      </div>
      <p className="form-note">{recipes.labelRemoved}</p>
      {pairs.length > 1 && (
        <FieldGroup label={recipes.layout}>
          <RadioChoices
            name="layout"
            value={draft.layout}
            choices={LAYOUTS.map((layout) => ({
              value: layout,
              label: recipes.layouts[layout],
              description: recipes.layoutHelp[layout],
            }))}
            onChange={(layout) => onChange({ layout })}
          />
        </FieldGroup>
      )}
    </>
  );
}

interface PairRowProps extends Pick<LabelPairsProps, 'errors' | 'levels' | 'onLeft'> {
  readonly pair: LabelPair;
  /** From 1. */
  readonly position: number;
  readonly onChange: (changes: Partial<LabelPair>) => void;
  /** undefined: the only pair cannot be removed. */
  readonly onRemove: (() => void) | undefined;
}

function PairRow({ pair, position, errors, levels, onChange, onLeft, onRemove }: PairRowProps) {
  const { recipes } = texts;
  return (
    <li>
      <div className="recipe-pair" role="group" aria-label={recipes.pair(position)}>
        <TextField
          label={recipes.label}
          help={recipes.labelHelp}
          error={errors[pairField(pair, 'label')]}
          isRequired
          value={pair.label}
          spellCheck={false}
          onChange={(label) => onChange({ label })}
          onBlur={() => onLeft(pairField(pair, 'label'))}
        />
        <LevelSelect
          levels={levels}
          target={pair.target}
          error={errors[pairField(pair, 'level')]}
          onChange={(target) => onChange({ target })}
        />
        {onRemove !== undefined && (
          <Button appearance="subtle" aria-label={recipes.removePair(pair.label, position)} onClick={onRemove}>
            ×
          </Button>
        )}
      </div>
    </li>
  );
}
