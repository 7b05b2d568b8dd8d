import './bridge';
import { renderToStaticMarkup } from 'react-dom/server';
import type { DetectionView } from '../../../src/admin/detection/change-detection';
import type { TriedText } from '../../../src/detection/custom/try-text';
import { done } from '../../../test/admin/ask';
import { openSite, type Site } from '../../../test/support/site';
import { BenchResult } from '../src/detectors/test-bench';
import { textsIn } from './rendered';

/** The test bench marks the findings in the text that the admin entered. */

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

const SSN = '536-90-4399';

async function render(text: string): Promise<string> {
  const view = await done<DetectionView>(site, 'getDetection', {});
  const tested = await done<TriedText>(site, 'tryDetectors', { text });
  expect(JSON.stringify(tested)).not.toContain(SSN);
  return renderToStaticMarkup(<BenchResult view={view} result={{ ...tested, text }} />);
}

it('the test bench marks each finding in the tested text with the number of its row', async () => {
  const text = `Social security number ${SSN},\nmail <b>jane.doe@acme-corp.io</b> & more`;
  const markup = await render(text);
  const [region = '', table = ''] = markup.split('<table');
  const marks = [...region.matchAll(/<mark[^>]*>.*?<\/mark>/gs)].map(([mark]) => textsIn(mark));
  expect(marks).toEqual([
    [SSN, 'finding', '1'],
    ['jane.doe@acme-corp.io', 'finding', '2'],
  ]);
  expect(textsIn(region.replaceAll(/<sup>.*?<\/sup>/gs, '')).join('')).toContain('& more');
  expect(region).not.toContain('<b>');
  expect(table).not.toContain(SSN);
});

it('the test bench shows no text without findings', async () => {
  expect(await render('Nothing of interest.')).toBe('');
});
