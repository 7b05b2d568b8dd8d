import { texts } from '../texts';
import { FieldGroup } from '../ui/field';
import { TextAreaField, TextField } from '../ui/form-fields';
import { LevelLozenge } from '../ui/level-lozenge';
import { type LevelDraft, LIMITS } from './level-draft';

interface BannerFieldsProps {
  readonly draft: LevelDraft;
  readonly error: string | undefined;
  readonly onChange: (banner: LevelDraft['banner']) => void;
}

/** The banner on pages of the level, with a preview. */
export function BannerFields({ draft, error, onChange }: BannerFieldsProps) {
  const t = texts.levels.banner;
  const { name, color, banner } = draft;
  const { text, contact } = banner;
  return (
    <FieldGroup label={t.title} help={t.help} error={error}>
      <TextAreaField
        label={t.text}
        help={t.textHelp(LIMITS.bannerText)}
        value={text}
        onChange={(typed) => onChange({ ...banner, text: typed })}
      />
      <TextField
        label={t.contact}
        help={t.contactHelp(LIMITS.bannerContact)}
        value={contact}
        onChange={(typed) => onChange({ ...banner, contact: typed })}
      />
      {text.trim() !== '' && (
        <div className="banner-preview" role="group" aria-label={t.preview}>
          <LevelLozenge name={name.trim() === '' ? texts.levels.form.name : name} color={color} />
          <p className="level-text">{text}</p>
          {contact.trim() !== '' && <p className="subtle">{t.shownContact(contact)}</p>}
        </div>
      )}
    </FieldGroup>
  );
}
