import Button from '@atlaskit/button/new';
import { useEffect, useState } from 'react';
import type { AlertsView } from '../../../../src/admin/site/alerts';
import { ALERT_RULES, type AlertRule } from '../../../../src/alerts/conditions';
import { readAccounts } from '../names';
import { useNavigation } from '../navigation';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { Form } from '../ui/form';
import { LeaveDialog } from '../ui/leave-dialog';
import { Section } from '../ui/section';
import { showSuccess } from '../ui/success-flag';
import { useLeaveQuestion } from '../ui/use-leave-question';
import { useSending } from '../use-sending';
import { type AlertsDraft, draftOf, isChanged, messagesOf, sentAlerts } from './alerts-draft';
import { AlertPages } from './alert-pages';
import { RuleCard } from './rule-card';

interface AlertsFormProps {
  readonly view: AlertsView;
  readonly onChanged: (view: AlertsView) => void;
}

/** The chosen pages and the rules, which are saved together. */
export function AlertsForm({ view, onChanged }: AlertsFormProps) {
  const { alerts: t } = texts;
  const { draft, edit, error, isSending, save, loadLatest, discard } = useAlertsDraft({ view, onChanged });
  const { names, addName } = useNames(view);
  const isUnsaved = isChanged(draft, view);
  const question = useLeaveQuestion(isUnsaved);
  const messages = messagesOf(error);
  const editRule = (name: AlertRule, change: Partial<AlertsView['rules'][AlertRule]>) =>
    edit(({ rules }) => ({ rules: { ...rules, [name]: { ...rules[name], ...change } } }));
  return (
    <Form id="alerts" errors={error?.fields ?? NO_ERRORS} onSubmit={save}>
      <AlertPages
        pages={draft.pages}
        saved={view}
        error={messages.get('pageIds')}
        onChange={(pages) => edit(() => ({ pages }))}
        // The edited rules stay, also after a change of another admin.
        onTested={({ sent }) => onChanged({ ...view, sent })}
      />
      <Section id="alert-rules" title={t.rules.title} intro={t.rules.intro}>
        <div className="alert-rules">
          {ALERT_RULES.map((name) => (
            <RuleCard
              key={name}
              {...{ name, names, messages, pages: draft.pages, rule: draft.rules[name] }}
              {...(draft.days[name] === undefined ? {} : { days: draft.days[name] })}
              waiting={view.waiting[name] ?? 0}
              onChange={(change) => editRule(name, change)}
              onDays={(text) => edit(({ days }) => ({ days: { ...days, [name]: text } }))}
              onName={addName}
            />
          ))}
        </div>
      </Section>
      {error !== undefined && <NotSaved error={error} onLoad={loadLatest} />}
      <div className="form-actions">
        <Button type="submit" appearance="primary" isDisabled={isSending || !isUnsaved}>
          {t.save}
        </Button>
        <Button appearance="subtle" isDisabled={isSending || !isUnsaved} onClick={discard}>
          {t.discard}
        </Button>
      </div>
      {question.isAsking && <LeaveDialog words={t.leave} onBack={question.stay} onLeave={question.discard} />}
    </Form>
  );
}

interface NotSavedProps {
  readonly error: OperationError;
  readonly onLoad: () => void;
}

/** The input stays. After a change of another admin, the next attempt needs their revision. */
function NotSaved({ error, onLoad }: NotSavedProps) {
  const { alerts: t } = texts;
  if (error.code !== 'ALERTS_CHANGED') {
    const message = error.code === 'INVALID_INPUT' ? t.wrong : error.message;
    return <Failure title={t.notSaved} error={{ ...error, message }} />;
  }
  return (
    <Failure title={t.changed} error={{ ...error, message: t.changedBody }}>
      <Button onClick={onLoad}>{t.load}</Button>
    </Failure>
  );
}

/** The edited alerts, and what saves and discards them. */
function useAlertsDraft({ view, onChanged }: AlertsFormProps) {
  const [draft, setDraft] = useState(() => draftOf(view));
  const [error, setError] = useState<OperationError>();
  const { isSending, send } = useSending();
  const { hrefOf } = useNavigation();
  const edit = (changeOf: (draft: AlertsDraft) => Partial<AlertsDraft>) =>
    setDraft((current) => ({ ...current, ...changeOf(current) }));
  const save = () =>
    void send(async () => {
      // The path of this page, for the links of comments.
      const href = hrefOf('alerts');
      const answer = await ask('changeAlerts', {
        rev: view.rev,
        ...sentAlerts(draft),
        ...(href === undefined ? {} : { address: new URL(href).pathname }),
      });
      setError(answer.ok ? undefined : answer.error);
      if (!answer.ok) return;
      onChanged(answer.value);
      showSuccess({ id: 'alerts-saved', title: texts.alerts.saved });
    });
  const loadLatest = () =>
    void send(async () => {
      const answer = await ask('getAlerts', {});
      if (answer.ok) onChanged(answer.value);
      else setError(answer.error);
    });
  const discard = () => {
    setDraft(draftOf(view));
    setError(undefined);
  };
  return { draft, edit, error, isSending, save, loadLatest, discard };
}

const NO_ERRORS = {};

/** The names of the people of the rules, and of those who were picked. */
function useNames({ rules }: AlertsView) {
  const [names, setNames] = useState<ReadonlyMap<string, string | undefined>>(new Map());
  useEffect(() => {
    const people = new Set(ALERT_RULES.flatMap((name) => rules[name].accountIds));
    void readAccounts(people).then((known) => setNames((current) => new Map([...known, ...current])));
  }, [rules]);
  const addName = (accountId: string, name: string) => setNames((current) => new Map([...current, [accountId, name]]));
  return { names, addName };
}
