import type { Names } from '../names';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { Message } from '../ui/message';
import { ExpiryField } from './expiry-field';
import { type DraftErrors, type KeyDraft, presetOf, PRESETS, warningsOf } from './key-draft';
import { LevelLimit } from './level-limit';
import { SpaceLimit } from './space-limit';
import { TextField } from '../ui/form-fields';

interface KeyFormProps {
  readonly draft: KeyDraft;
  readonly errors: DraftErrors;
  readonly names: Names;
  /** A new key has presets and an expiry date. */
  readonly isNew: boolean;
  readonly onChange: (draft: KeyDraft) => void;
}

const RANKS = ['none', 'read', 'write', 'manage'] as const;
const PRESET_NAMES = ['automation', 'readOnly', 'levels'] as const;

export function KeyForm({ draft, errors, names, isNew, onChange }: KeyFormProps) {
  const change = (changes: Partial<KeyDraft>) => onChange({ ...draft, ...changes });
  const warnings = warningsOf(draft);
  return (
    <>
      {isNew && (
        <FieldGroup label={texts.form.presets}>
          <RadioChoices
            name="preset"
            value={presetOf(draft) ?? ''}
            choices={PRESET_NAMES.map((preset) => ({ value: preset, ...texts.form.preset[preset] }))}
            onChange={(preset) => {
              if (preset !== '') change(PRESETS[preset]);
            }}
          />
        </FieldGroup>
      )}
      <TextField
        label={texts.form.name}
        help={texts.form.nameHelp}
        error={errors.name}
        isRequired
        value={draft.name}
        maxLength={100}
        hasInitialFocus
        onChange={(value) => change({ name: value })}
      />
      {isNew && (
        <ExpiryField value={draft.expiresOn} error={errors.expiresOn} onChange={(expiresOn) => change({ expiresOn })} />
      )}
      <div className="columns">
        <FieldGroup label={texts.form.classificationScope} error={errors.scopes}>
          <RadioChoices
            name="classificationScope"
            value={draft.classificationScope}
            choices={RANKS.map((rank) => ({
              value: rank,
              label: texts.ranks[rank],
              description: texts.classificationRanks[rank],
            }))}
            onChange={(classificationScope) => change({ classificationScope })}
          />
        </FieldGroup>
        <FieldGroup label={texts.form.detectionScope}>
          <RadioChoices
            name="detectionScope"
            value={draft.detectionScope}
            choices={RANKS.map((rank) => ({
              value: rank,
              label: texts.ranks[rank],
              description: texts.detectionRanks[rank],
            }))}
            onChange={(detectionScope) => change({ detectionScope })}
          />
        </FieldGroup>
      </div>
      <LevelLimit draft={draft} error={errors.levels} levels={names.levels} onChange={change} />
      <SpaceLimit draft={draft} error={errors.spaces} onChange={change} />
      {warnings.length > 0 && (
        <Message kind="warning" title={texts.form.warnings.title}>
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Message>
      )}
    </>
  );
}
