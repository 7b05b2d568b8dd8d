import Button from '@atlaskit/button/new';
import { useEffect, useRef } from 'react';
import { texts } from '../texts';
import { Disclosure } from '../ui/disclosure';
import { FieldGroup } from '../ui/field';
import { TextAreaField, TextField } from '../ui/form-fields';
import { NO_TEXTS, type TranslatedField, type Translation } from './level-draft';

interface TranslationFieldsProps {
  readonly rows: readonly Translation[];
  /** The texts that can be translated. */
  readonly fields: readonly TranslatedField[];
  readonly error: string | undefined;
  readonly onChange: (rows: readonly Translation[]) => void;
}

/** A row for each language. A new row gets the focus. After a row is removed, the add button gets it. */
export function TranslationFields({ rows, fields, error, onChange }: TranslationFieldsProps) {
  const t = texts.levels.translations;
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const added = useRef(false);
  useEffect(() => {
    if (added.current) list.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
    added.current = false;
  }, [rows.length]);

  const change = (id: number, changes: Partial<Translation>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...changes } : row)));
  const addRow = () => {
    added.current = true;
    onChange([...rows, { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, language: '', ...NO_TEXTS }]);
  };
  const remove = (id: number) => {
    onChange(rows.filter((row) => row.id !== id));
    add.current?.focus();
  };

  return (
    <FieldGroup label={t.title} help={t.help} error={error}>
      {rows.length > 0 && (
        <ul className="translations" ref={list} aria-label={t.title}>
          {rows.map(({ id, language, ...translated }, index) => (
            <li key={id}>
              <div className="translation" role="group" aria-label={t.row(index + 1)}>
                <TextField
                  label={t.language}
                  help={t.languageHelp}
                  value={language}
                  maxLength={6}
                  spellCheck={false}
                  onChange={(typed) => change(id, { language: typed })}
                />
                <TextField
                  label={t.fields.name}
                  value={translated.name}
                  onChange={(typed) => change(id, { name: typed })}
                />
                <Button
                  appearance="subtle"
                  aria-label={t.remove(language.trim(), index + 1)}
                  onClick={() => remove(id)}
                >
                  ×
                </Button>
              </div>
              <Disclosure summary={t.otherTexts}>
                {fields
                  .filter((field) => field !== 'name')
                  .map((field) => (
                    <TextAreaField
                      key={field}
                      label={t.fields[field]}
                      value={translated[field]}
                      onChange={(typed) => change(id, { [field]: typed })}
                    />
                  ))}
              </Disclosure>
            </li>
          ))}
        </ul>
      )}
      <Button ref={add} onClick={addRow}>
        {t.add}
      </Button>
    </FieldGroup>
  );
}
