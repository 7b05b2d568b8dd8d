import { connect } from './bridge';
import { textsOf } from '../../admin/test/rendered';
import { ask } from '../src/operations';
import { NoPageText } from '../src/ui/no-page';

/** The parts that all frames share. */

it('an operation without a response is an outcome, not an exception', async () => {
  connect(() => Promise.reject(new Error('timeout')));
  expect(await ask('openPopup', {})).toEqual({
    ok: false,
    error: { code: 'UNREACHABLE', message: 'The app didn’t respond. Try again.' },
  });
});

it.each([
  ['off', 'Classification is off in this space.'],
  ['not-a-page', 'Not available on blog posts.'],
  ['hidden', 'You can’t view this content, it isn’t published yet, or it no longer exists.'],
] as const)('a frame of a page in the state “%s” says why it is empty', (state, text) => {
  expect(textsOf(<NoPageText state={state} />)).toEqual([text]);
});
