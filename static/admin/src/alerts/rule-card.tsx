import { useId } from 'react';
import type { AlertsView } from '../../../../src/admin/site/alerts';
import { type AlertRule, RULE_NAMES } from '../../../../src/alerts/conditions';
import { texts } from '../texts';
import { FieldGroup } from '../ui/field';
import { SelectField, TextField } from '../ui/form-fields';
import { PersonPicker } from '../ui/person-picker';
import { Switch } from '../ui/switch';
import type { AlertsDraft } from './alerts-draft';

type Rule = AlertsView['rules'][AlertRule];

interface RuleCardProps {
  readonly name: AlertRule;
  readonly rule: Rule;
  /** As typed. Omitted: the rule has no days. */
  readonly days?: string;
  readonly pages: AlertsDraft['pages'];
  readonly waiting: number;
  readonly names: ReadonlyMap<string, string | undefined>;
  /** The messages of refused inputs by rule and member. */
  readonly messages: ReadonlyMap<string, string>;
  readonly onChange: (change: Partial<Rule>) => void;
  readonly onDays: (days: string) => void;
  readonly onName: (accountId: string, name: string) => void;
}

/** One rule. Its details are visible while it is on. */
export function RuleCard(props: RuleCardProps) {
  const { rules: t } = texts.alerts;
  const { name, rule, waiting, onChange } = props;
  const id = useId();
  const title = RULE_NAMES[name];
  return (
    <section className="alert-rule" aria-labelledby={id}>
      <header className="alert-rule-header">
        <h3 id={id}>{title}</h3>
        <Switch label={t.isOnNamed(title)} isOn={rule.isOn} onChange={(isOn) => onChange({ isOn })}>
          {rule.isOn ? t.on : t.off}
        </Switch>
      </header>
      <p className="subtle">{t.descriptions[name]}</p>
      {rule.isOn && (
        <>
          <RuleTime {...props} />
          <RulePeople {...props} />
          {waiting > 0 && <p role="status">{t.waiting(waiting)}</p>}
        </>
      )}
    </section>
  );
}

/** When and where the alerts of the rule are written. */
function RuleTime({ name, rule, days, pages, messages, onChange, onDays }: RuleCardProps) {
  const { rules: t, pages: ofPages } = texts.alerts;
  const chosen = pages.find(({ pageId }) => pageId === rule.pageId) ?? pages[0];
  return (
    <>
      <SelectField
        label={t.when}
        help={t.whenHelp[rule.when]}
        value={rule.when}
        options={(['at-once', 'daily'] as const).map((value) => ({ value, label: t.whens[value] }))}
        onChange={(value) => onChange({ when: value })}
      />
      {days !== undefined && (
        <TextField
          label={name === 'over-exposed' ? t.overDays : t.days}
          inputMode="numeric"
          value={days}
          error={messages.get(`${name}.days`)}
          onChange={onDays}
        />
      )}
      {pages.length > 1 && (
        <SelectField
          label={t.page}
          value={chosen?.pageId ?? ''}
          options={pages.map(({ pageId, title }) => ({ value: pageId, label: title ?? ofPages.hiddenTitle(pageId) }))}
          onChange={(pageId) => onChange({ pageId })}
        />
      )}
    </>
  );
}

/** The people whom the alerts of the rule mention. */
function RulePeople({ name, rule: { accountIds }, names, messages, onChange, onName }: RuleCardProps) {
  const { rules: t } = texts.alerts;
  return (
    <FieldGroup label={t.people} error={messages.get(`${name}.accountIds`)}>
      {accountIds.length > 0 && (
        <ul className="chips">
          {accountIds.map((accountId) => {
            const person = names.get(accountId) ?? t.unknownPerson;
            return (
              <li key={accountId} className="chip">
                {person}
                <button
                  type="button"
                  aria-label={t.removePerson(person)}
                  onClick={() => onChange({ accountIds: accountIds.filter((one) => one !== accountId) })}
                >
                  ×
                </button>
              </li>
            );
          })}
        </ul>
      )}
      <PersonPicker
        label={t.addPerson}
        help={t.peopleHelp}
        value={undefined}
        onChange={(person) => {
          if (person === undefined || accountIds.includes(person.accountId)) return;
          onName(person.accountId, person.displayName);
          onChange({ accountIds: [...accountIds, person.accountId] });
        }}
      />
    </FieldGroup>
  );
}
