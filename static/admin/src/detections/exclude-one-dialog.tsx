import Button from '@atlaskit/button/new';
import { useCallback, useMemo, useState } from 'react';
import type { FindingView } from '../../../../src/admin/findings/finding-view';
import type { ExclusionOffer, ExclusionOffers } from '../../../../src/admin/findings/suggest-exclusions';
import { ask, type OperationError, type Outcome } from '../operations';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { FieldGroup } from '../ui/field';
import { FormDialog } from '../ui/form-dialog';
import { TextField } from '../ui/form-fields';
import { Loaded } from '../ui/loaded';
import { useLoad } from '../use-load';
import { useSending } from '../use-sending';
import { undoExclusions } from './exclude';
import { ExcludedDialog } from './excluded-dialog';
import { detectorName, type FindingNames } from './names';
import { NO_REASON, type ReasonDraft, ReasonFields, reasonOf } from './reason-fields';

interface ExcludeOneDialogProps {
  readonly finding: FindingView;
  readonly names: FindingNames;
  /** @param isDone whether findings were excluded, so that the list must be loaded again */
  readonly onClose: (isDone: boolean) => void;
}

/** Excludes one finding. Offers the exclusions that fit it, with the number of findings of each, and can undo it. */
export function ExcludeOneDialog({ finding, names, onClose }: ExcludeOneDialogProps) {
  const { exclude: t } = texts.detections;
  const { findingId, detectorId } = finding;
  const { load, reload } = useLoad(useCallback(() => ask('suggestExclusions', { findingId }), [findingId]));
  const { excluded, isUndone, isSending, failure, submit, undo } = useOneExclusion(findingId);
  if (excluded !== undefined)
    return (
      <ExcludedDialog
        result={t.doneOne(excluded.offer.findings, excluded.offer.isComplete)}
        isUndone={isUndone}
        isSending={isSending}
        failure={failure}
        onUndo={undo}
        onClose={() => onClose(true)}
      />
    );
  if (load.state !== 'ready')
    return (
      <Dialog
        title={t.title(1)}
        onClose={() => onClose(false)}
        footer={<Button onClick={() => onClose(false)}>{texts.cancel}</Button>}
      >
        <Loaded load={load} failed={t.offersFailed} onRetry={reload} rows={4}>
          {() => null}
        </Loaded>
      </Dialog>
    );
  return (
    <OffersForm
      found={load.value}
      detector={detectorName(names, detectorId)}
      isSending={isSending}
      failure={failure}
      onSubmit={submit}
      onClose={() => onClose(false)}
    />
  );
}

interface Draft extends ReasonDraft {
  readonly choice: ExclusionOffer['choice'];
  readonly domain: string;
}

interface OffersFormProps {
  readonly found: ExclusionOffers;
  readonly detector: string;
  readonly isSending: boolean;
  readonly failure: OperationError | undefined;
  readonly onSubmit: (offer: ExclusionOffer, draft: Draft) => void;
  readonly onClose: () => void;
}

export function OffersForm({ found, detector, isSending, failure, onSubmit, onClose }: OffersFormProps) {
  const { exclude: t } = texts.detections;
  const [draft, setDraft] = useState<Draft>({
    // The narrowest one, because a wider one is a decision, also if it is recommended.
    choice: found.offers[0]?.choice ?? found.recommended,
    domain: '',
    ...NO_REASON,
  });
  const [missing, setMissing] = useState({ reason: false, domain: false });
  const offer = found.offers.find(({ choice }) => choice === draft.choice);
  const needsDomain = offer !== undefined && offer.exclusion === undefined;
  const isAboutDomain = failure?.fields?.some(({ field }) => field === 'domain') === true;
  const isWrongDomain = needsDomain && isAboutDomain;
  const errors = useMemo(() => ({ ...missing, isWrongDomain }), [missing, isWrongDomain, isSending]);
  const save = () => {
    const wrong = { reason: draft.reason.trim() === '', domain: needsDomain && draft.domain.trim() === '' };
    setMissing(wrong);
    if (offer !== undefined && !wrong.reason && !wrong.domain) onSubmit(offer, draft);
  };
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  return (
    <FormDialog
      title={t.title(1)}
      submit={offer === undefined ? t.submit : t.submitCount(offer.findings, offer.isComplete && !needsDomain)}
      errors={errors}
      isDirty={`${draft.reason}${draft.domain}`.trim() !== ''}
      isSending={isSending}
      onSubmit={save}
      onClose={onClose}
    >
      {failure !== undefined && !isAboutDomain && <Failure title={t.failed(0, 1)} error={failure} />}
      <p className="form-note">{t.bodyOne}</p>
      <FieldGroup label={t.what}>
        <RadioChoices
          name="choice"
          value={draft.choice}
          choices={found.offers.map((one) => ({
            value: one.choice,
            label: t.offers[one.choice](detector),
            description: descriptionOf(one, found),
          }))}
          onChange={(choice) => change({ choice })}
        />
      </FieldGroup>
      {needsDomain && (
        <TextField
          label={t.domain}
          help={t.domainHelp}
          error={domainError(missing.domain, isWrongDomain)}
          isRequired
          maxLength={253}
          value={draft.domain}
          onChange={(domain) => change({ domain })}
        />
      )}
      <ReasonFields draft={draft} isMissing={missing.reason} onChange={change} />
    </FormDialog>
  );
}

function domainError(isMissing: boolean, isWrong: boolean): string | undefined {
  const { exclude: t } = texts.detections;
  if (isMissing) return t.noDomain;
  return isWrong ? t.wrongDomain : undefined;
}

function descriptionOf(offer: ExclusionOffer, { recommended, because }: ExclusionOffers): string {
  const { exclude: t } = texts.detections;
  const effect = t.effect(offer.findings, offer.pages, offer.isComplete);
  return offer.choice === recommended ? t.recommended(effect, t.because[because]) : effect;
}

interface ExcludedOne {
  readonly offer: ExclusionOffer;
  readonly exclusionIds: readonly string[];
}

/** Creates the exclusion, and can undo it. */
function useOneExclusion(findingId: string) {
  const [excluded, setExcluded] = useState<ExcludedOne>();
  const [isUndone, setIsUndone] = useState(false);
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();
  const create = async (chosen: ExclusionOffer, draft: Draft) => {
    setFailure(undefined);
    const ready = await complete(findingId, chosen, draft.domain);
    if (!ready.ok) return setFailure(ready.error);
    const offer = ready.value;
    const answer = await ask('addExclusion', { ...offer.exclusion, ...reasonOf(draft) });
    if (answer.ok) setExcluded({ offer, exclusionIds: answer.value.added });
    else setFailure(answer.error);
  };
  const remove = async () => {
    const error = await undoExclusions(excluded?.exclusionIds ?? []);
    setFailure(error);
    setIsUndone(error === undefined);
  };
  return {
    excluded,
    isUndone,
    isSending,
    failure,
    submit: (offer: ExclusionOffer, draft: Draft) => void send(() => create(offer, draft)),
    undo: () => void send(remove),
  };
}

type CompleteOffer = ExclusionOffer & Required<Pick<ExclusionOffer, 'exclusion'>>;

/** Adds the exclusion of a domain, which only the admin can enter. The app checks that the address has it. */
async function complete(findingId: string, chosen: ExclusionOffer, domain: string): Promise<Outcome<CompleteOffer>> {
  const known = withExclusion(chosen);
  if (known !== undefined) return { ok: true, value: known };
  const answer = await ask('suggestExclusions', { findingId, domain: domain.trim() });
  if (!answer.ok) return answer;
  const offer = withExclusion(answer.value.offers.find(({ choice }) => choice === chosen.choice));
  if (offer !== undefined) return { ok: true, value: offer };
  return { ok: false, error: { code: 'FINDING_NOT_FOUND', message: texts.detections.exclude.offerEnded } };
}

function withExclusion(offer: ExclusionOffer | undefined): CompleteOffer | undefined {
  return offer?.exclusion === undefined ? undefined : { ...offer, exclusion: offer.exclusion };
}
