import { type FormEvent, useId, useRef, useState } from 'react';
import type { SurfaceOperations } from '../../../../src/surfaces/contract';
import type { MyPage } from '../../../../src/surfaces/home/contract';
import { commonTexts } from '../common-texts';
import { Button } from '../ui/button';
import { ReasonField } from '../ui/reason-field';
import { useRequestKey } from '../use-request-key';
import type { HomeView } from './home-view';
import { homeTexts as t } from './texts';

type SetInput = SurfaceOperations['setLevels']['input'];

interface SetFormProps {
  readonly home: HomeView;
  /** The selected pages. Never empty. */
  readonly pages: readonly MyPage[];
  readonly isSending: boolean;
  readonly onSet: (payload: SetInput) => Promise<void>;
  readonly onClear: () => void;
}

/** The value of the choice *the level that the sensitive data requires*. */
const REQUIRED = 'required';

/** Sets the level of the selected pages. */
export function SetForm({ home, pages, isSending, onSet, onClear }: SetFormProps) {
  const { levels, allLevels, maxPages } = home;
  const [target, setTarget] = useState('');
  const [alsoLower, setAlsoLower] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<'target' | 'reason'>();
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const [levelId = '', subLevelId] = target.split('/');
  const canRequire = pages.every(({ required }) => required !== undefined);
  const isRequired = target === REQUIRED && canRequire;
  const toLower = isRequired || target === '' ? [] : pagesAbove(allLevels, pages, levelId);
  const mayLower = toLower.some(({ lowering }) => lowering.allowed);
  const lowers = mayLower && alsoLower;
  const needsReason = lowers && toLower.some(({ lowering }) => lowering.needsJustification);
  const requestKey = useRequestKey([
    target,
    lowers,
    reason.trim(),
    pages.map(({ pageId, revision }) => [pageId, revision]),
  ]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const text = reason.trim();
    const isChosen = isRequired || levels.some((level) => level.levelId === levelId);
    const wrong = !isChosen ? 'target' : needsReason && text === '' ? 'reason' : undefined;
    setProblem(wrong);
    if (wrong !== undefined) {
      form.current?.querySelector<HTMLElement>(wrong === 'target' ? 'select' : 'textarea')?.focus();
      return;
    }
    const level = isRequired ? REQUIRED : { levelId, ...(subLevelId === undefined ? {} : { subLevelId }) };
    void onSet({
      ...targetsOf(pages, level),
      alsoLower: lowers,
      ...(text === '' ? {} : { reason: text }),
      requestKey: requestKey(),
    });
  };

  if (pages.length > maxPages) return <p role="alert">{t.tooMany(maxPages)}</p>;
  return (
    <form ref={form} className="home-form" aria-labelledby={`${id}-title`} noValidate onSubmit={onSubmit}>
      <div role="status">
        <h2 id={`${id}-title`}>{t.selected(pages.length)}</h2>
      </div>
      <div className="home-bar">
        <TargetField
          levels={levels}
          canRequire={canRequire}
          target={isRequired || target !== REQUIRED ? target : ''}
          isMissing={problem === 'target'}
          onChange={(chosen) => {
            setTarget(chosen);
            if (problem === 'target') setProblem(undefined);
          }}
        />
        <FormButtons count={pages.length} isSending={isSending} onClear={onClear} />
      </div>
      {mayLower && <LowerField count={toLower.length} isChosen={alsoLower} onChange={setAlsoLower} />}
      {target !== '' && (
        <ReasonField
          label={needsReason ? commonTexts.reason : t.optionalReason}
          help={t.reasonHelp}
          isRequired={needsReason}
          error={problem === 'reason' ? t.noReason : undefined}
          reason={reason}
          onChange={setReason}
        />
      )}
    </form>
  );
}

interface FormButtonsProps extends Pick<SetFormProps, 'isSending' | 'onClear'> {
  readonly count: number;
}

function FormButtons({ count, isSending, onClear }: FormButtonsProps) {
  return (
    <>
      <Button type="submit" appearance="primary" isBusy={isSending}>
        {t.apply(count)}
      </Button>
      <Button appearance="subtle" onClick={onClear}>
        {t.clear}
      </Button>
    </>
  );
}

/** The pages whose level is more sensitive than this one. */
function pagesAbove(allLevels: HomeView['allLevels'], pages: readonly MyPage[], levelId: string): readonly MyPage[] {
  const orderOf = (one: string) => allLevels.findIndex((level) => level.levelId === one);
  return pages.filter(({ level }) => level !== null && orderOf(level.levelId) < orderOf(levelId));
}

/** The pages with one level for all, or each with the level that its sensitive data requires. */
function targetsOf(
  pages: readonly MyPage[],
  level: NonNullable<SetInput['level']> | typeof REQUIRED,
): Pick<SetInput, 'pages' | 'level'> {
  const chosen = pages.map(({ pageId, revision, required }) => ({
    pageId,
    revision,
    ...(level === REQUIRED && required !== undefined ? { level: { levelId: required.levelId } } : {}),
  }));
  return { pages: chosen, ...(level === REQUIRED ? {} : { level }) };
}

interface TargetFieldProps {
  readonly levels: HomeView['levels'];
  readonly canRequire: boolean;
  readonly target: string;
  readonly isMissing: boolean;
  readonly onChange: (target: string) => void;
}

function TargetField({ levels, canRequire, target, isMissing, onChange }: TargetFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t.target}</label>
      <select
        id={id}
        className="input"
        value={target}
        aria-invalid={isMissing}
        aria-describedby={isMissing ? `${id}-wrong` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">{t.chooseTarget}</option>
        {canRequire && <option value={REQUIRED}>{t.required}</option>}
        {levels.flatMap((level) => [
          <option key={level.levelId} value={level.levelId}>
            {level.name}
          </option>,
          ...level.subLevels.map((sub) => (
            <option key={sub.subLevelId} value={`${level.levelId}/${sub.subLevelId}`}>
              {`${level.name} / ${sub.name}`}
            </option>
          )),
        ])}
      </select>
      {isMissing && (
        <p id={`${id}-wrong`} className="field-error">
          {t.noTarget}
        </p>
      )}
      <p className="field-help">{t.spaceRules}</p>
    </div>
  );
}

interface LowerFieldProps {
  readonly count: number;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

function LowerField({ count, isChosen, onChange }: LowerFieldProps) {
  const id = useId();
  return (
    <div>
      <label className="below-choice">
        <input
          type="checkbox"
          checked={isChosen}
          aria-describedby={id}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{t.alsoLower(count)}</span>
      </label>
      <p id={id} className="field-help below-note">
        {t.alsoLowerHelp}
      </p>
    </div>
  );
}
