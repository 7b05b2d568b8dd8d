import './bridge';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ExclusionOffer, ExclusionOffers } from '../../../src/admin/findings/suggest-exclusions';
import { OffersForm } from '../src/detections/exclude-one-dialog';
import { NO_REASON, reasonOf } from '../src/detections/reason-fields';
import { textsIn } from './rendered';

/** The form that excludes one finding. */

const offer = (choice: ExclusionOffer['choice'], findings: number): ExclusionOffer => ({
  ...{ choice, findings, pages: findings, isComplete: true },
  exclusion: { findingIds: ['a'], scope: { of: 'page' } },
});

const found: ExclusionOffers = {
  offers: [offer('value-on-page', 1), offer('value-on-site', 12)],
  recommended: 'value-on-site',
  because: 'many-spaces',
};

const nothing = () => undefined;

it('the dialog selects the narrowest exclusion although a wider one is recommended, and the button has its number', () => {
  const markup = renderToStaticMarkup(
    <OffersForm
      found={found}
      detector="Payment card number"
      isSending={false}
      failure={undefined}
      onSubmit={nothing}
      onClose={nothing}
    />,
  );
  const [, afterChecked = ''] = markup.split('checked=""');
  expect(textsIn(`<input${afterChecked}`)[0]).toBe('This value on this page');
  const texts = textsIn(markup);
  expect(texts).toContain('Exclude 1 finding');
  expect(texts.indexOf('This value on this page')).toBeLessThan(texts.indexOf('This value on the whole site'));
});

it('an exclusion ends after 90 days unless the admin chooses otherwise', () => {
  const days = (Date.parse(reasonOf({ ...NO_REASON, reason: 'Known.' }).expiresAt ?? '') - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(90);
  expect(reasonOf({ reason: 'Known.', period: 'never' }).expiresAt).toBeUndefined();
});
