import Button from '@atlaskit/button/new';
import { useState } from 'react';
import type { RotatedKey } from '../../../../src/admin/keys/rotate-key';
import type { KeyView } from '../../../../src/keys/key-view';
import type { Grace } from '../../../../src/keys/rotation';
import { formatInstant } from '../dates';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { RadioChoices } from '../ui/choices';
import { Failure } from '../ui/failure';
import { FieldGroup } from '../ui/field';
import { FormDialog } from '../ui/form-dialog';
import { Message } from '../ui/message';
import { useSending } from '../use-sending';
import { KeyConflict } from './key-conflict';
import { defaultExpiry, isPossibleExpiry } from './expiry';
import { ExpiryField } from './expiry-field';
import { graceEnd, GRACES } from './grace';
import type { DraftErrors } from './key-draft';
import type { Names } from '../names';
import { readNames } from './names';
import { fieldErrorsOf } from './submit-error';

interface RotateFormProps {
  readonly value: KeyView;
  readonly names: Names;
  readonly onRotated: (answer: RotatedKey) => void;
  /**
   * The latest key, and the keys that replaced it.
   * @param afterLostResponse whether an earlier response was lost, so that this dialog may have rotated the key
   */
  readonly onLoaded: (latest: KeyView, successors: readonly KeyView[], afterLostResponse: boolean) => void;
  /** Only the creator can rotate the key. */
  readonly onRefused: () => void;
  readonly onClose: () => void;
}

/** The result of loading the key again. */
type LatestState =
  { readonly kind: 'changed'; readonly before: KeyView; readonly names: Names } | { readonly kind: 'not-rotated' };

/** Errors after which the key may have been rotated and its new value lost. */
const UNKNOWN_OUTCOMES: readonly OperationError['code'][] = ['UNREACHABLE', 'STORAGE_UNAVAILABLE'];
/** Errors that mean that the key has changed. */
const CONFLICTS: readonly OperationError['code'][] = ['KEY_CHANGED', 'KEY_ROTATED_BEFORE', 'KEY_NOT_ACTIVE'];

const INITIAL_GRACE = '24h';

export function RotateForm(props: RotateFormProps) {
  const { value, onClose } = props;
  const { expiresOn, setExpiresOn, grace, setGrace, isDirty, errors, failure, checks, isSending, submit, check } =
    useRotation(props);
  const isOutcomeUnknown = failure !== undefined && UNKNOWN_OUTCOMES.includes(failure.code);
  const latestCheck = checks.at(-1);
  return (
    <FormDialog
      // A new result gets the focus.
      key={checks.length}
      title={texts.rotateDialog.title(value.name)}
      submit={texts.rotateDialog.submit}
      errors={errors}
      isDirty={isDirty}
      isSending={isSending}
      onSubmit={submit}
      onClose={onClose}
    >
      {latestCheck !== undefined && failure === undefined && <LatestKey finding={latestCheck} value={value} />}
      {isOutcomeUnknown && (
        <Message kind="error" title={texts.rotateDialog.unknownOutcome}>
          <p>{texts.rotateDialog.unknownOutcomeBody}</p>
          <Button onClick={check}>{texts.rotateDialog.loadLatest}</Button>
        </Message>
      )}
      {failure !== undefined && !isOutcomeUnknown && <Failure title={texts.rotateDialog.failed} error={failure} />}
      <p className="form-note">{texts.rotateDialog.intro}</p>
      <ExpiryField
        label={texts.rotateDialog.expiresOn}
        value={expiresOn}
        error={errors.expiresOn}
        onChange={setExpiresOn}
      />
      <FieldGroup label={texts.rotateDialog.grace}>
        <RadioChoices
          name="grace"
          value={grace}
          choices={GRACES.map((each) => ({ value: each, label: texts.rotateDialog.graces[each] }))}
          onChange={setGrace}
        />
      </FieldGroup>
      <GraceNote grace={grace} expiresAt={value.expiresAt} />
    </FormDialog>
  );
}

function useRotation({ value, names, onRotated, onLoaded, onRefused }: RotateFormProps) {
  const [initialExpiry] = useState(defaultExpiry);
  const [expiresOn, setExpiresOn] = useState(initialExpiry);
  const [grace, setGrace] = useState<Grace>(INITIAL_GRACE);
  const [errors, setErrors] = useState<DraftErrors>({});
  const [failure, setFailure] = useState<OperationError>();
  const [checks, setChecks] = useState<readonly LatestState[]>([]);
  const { isSending, send } = useSending();

  const look = async (isOutcomeUnknown: boolean) => {
    const answer = await ask('getKey', { keyId: value.keyId });
    if (!answer.ok) {
      setFailure(answer.error);
      return;
    }
    const latest = answer.value;
    const [successor, known] = await Promise.all([
      latest.rotatedTo === undefined ? undefined : ask('getKey', { keyId: latest.rotatedTo }),
      readNames([value, latest], names.levels),
    ]);
    setFailure(undefined);
    setChecks([
      ...checks,
      latest.rev === value.rev ? { kind: 'not-rotated' } : { kind: 'changed', before: value, names: known },
    ]);
    onLoaded(latest, successor?.ok === true ? [successor.value] : [], isOutcomeUnknown);
  };

  const submit = async () => {
    const found = isPossibleExpiry(expiresOn) ? {} : { expiresOn: texts.form.missing.expiresOn };
    setErrors(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) return;
    const answer = await ask('rotateKey', { keyId: value.keyId, rev: value.rev, expiresOn, grace });
    if (answer.ok) {
      onRotated(answer.value);
      return;
    }
    const { error } = answer;
    if (error.code === 'ONLY_CREATOR_MAY_ROTATE') onRefused();
    else if (CONFLICTS.includes(error.code)) await look(false);
    else {
      setErrors(fieldErrorsOf(error));
      setFailure(error);
    }
  };

  return {
    expiresOn,
    setExpiresOn,
    grace,
    setGrace,
    isDirty: expiresOn !== initialExpiry || grace !== INITIAL_GRACE,
    errors,
    failure,
    checks,
    isSending,
    submit: () => void send(submit),
    /** Loads the key after a lost response. */
    check: () => void send(() => look(true)),
  };
}

function LatestKey({ finding, value }: { readonly finding: LatestState; readonly value: KeyView }) {
  return (
    <div tabIndex={-1} data-initial-focus="">
      {finding.kind === 'not-rotated' ? (
        <Message kind="information" title={texts.rotateDialog.notRotated} />
      ) : (
        <KeyConflict
          before={finding.before}
          now={value}
          names={finding.names}
          advice={texts.rotateDialog.changedBody}
        />
      )}
    </div>
  );
}

function GraceNote({ grace, expiresAt }: { readonly grace: Grace; readonly expiresAt: string }) {
  const end = graceEnd(expiresAt, grace);
  return (
    <div aria-live="polite">
      {grace === 'none' ? (
        <Message kind="warning" title={texts.rotateDialog.none}>
          <p>{texts.rotateDialog.noneBody}</p>
        </Message>
      ) : (
        <p className="form-note">
          {end === expiresAt
            ? texts.rotateDialog.untilExpiry(formatInstant(end))
            : texts.rotateDialog.until(formatInstant(end))}
        </p>
      )}
    </div>
  );
}
