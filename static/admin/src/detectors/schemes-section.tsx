import Button from '@atlaskit/button/new';
import type { DetectionView } from '../../../../src/admin/change-detection';
import { texts } from '../texts';
import { Section } from '../ui/section';
import { focusIds } from './place';
import { type Scheme, schemesByName, usersOf } from './schemes';
import { regionsInWords } from './words';

interface SchemesSectionProps {
  readonly view: DetectionView;
  readonly onCreate: () => void;
  /** Its detectors are to be shown. */
  readonly onShow: (schemeId: string) => void;
  readonly onEdit: (schemeId: string) => void;
  readonly onRemove: (schemeId: string) => void;
}

export function SchemesSection({ view, onCreate, ...actions }: SchemesSectionProps) {
  const { schemes: t } = texts.detectors;
  const schemes = schemesByName(view);
  return (
    <Section
      id={focusIds.schemes}
      title={t.title}
      intro={t.intro}
      actions={<Button onClick={onCreate}>{t.create}</Button>}
    >
      {schemes.length === 0 ? (
        <p>{t.empty}</p>
      ) : (
        <table className="table section-table">
          <caption className="visually-hidden">{t.caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t.columns.name}</th>
              <th scope="col">{t.columns.different}</th>
              <th scope="col">{t.columns.usedBy}</th>
              <th scope="col">{t.columns.actions}</th>
            </tr>
          </thead>
          <tbody>
            {schemes.map((scheme) => (
              <SchemeRow key={scheme.schemeId} view={view} scheme={scheme} {...actions} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

interface SchemeRowProps extends Omit<SchemesSectionProps, 'onCreate'> {
  readonly scheme: Scheme;
}

function SchemeRow({ view, scheme, onShow, onEdit, onRemove }: SchemeRowProps) {
  const { schemes: t } = texts.detectors;
  const { schemeId, name } = scheme;
  const users = usersOf(view, schemeId).length;
  const buttons = [
    { label: t.show, named: t.showNamed(name), onClick: onShow },
    { label: t.edit, named: t.editNamed(name), onClick: onEdit },
    { label: t.remove, named: t.removeNamed(name), onClick: onRemove },
  ];
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label={t.columns.different}>
        {differencesInWords(scheme).map((words) => (
          <span className="line" key={words}>
            {words}
          </span>
        ))}
      </td>
      <td data-label={t.columns.usedBy}>{users === 0 ? t.nobody : t.spaces(users)}</td>
      <td data-label={t.columns.actions}>
        <div className="row-buttons">
          {buttons.map(({ label, named, onClick }) => (
            <Button
              key={label}
              spacing="compact"
              appearance="subtle"
              aria-label={named}
              onClick={() => onClick(schemeId)}
            >
              {label}
            </Button>
          ))}
        </div>
      </td>
    </tr>
  );
}

function differencesInWords({ regions, minConfidence, detectors }: Scheme): readonly string[] {
  const { schemes: t } = texts.detectors;
  const settled = Object.keys(detectors).length;
  const words = [
    ...(regions === undefined ? [] : [t.regions(regionsInWords(regions))]),
    ...(minConfidence === undefined ? [] : [t.minConfidence(minConfidence)]),
    ...(settled === 0 ? [] : [t.detectors(settled)]),
  ];
  return words.length === 0 ? [t.nothingDifferent] : words;
}
