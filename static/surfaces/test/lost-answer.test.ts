import { connect } from './bridge';
import { ADMIN_CONTRACT } from '../../../src/admin/contract';
import { SURFACE_CONTRACT } from '../../../src/surfaces/contract';
import { ask as askAdminArea } from '../../admin/src/operations';
import { ask as askFrame } from '../src/operations';

/** If no response arrives, only a change asks the person to check what was saved. */

const TRY_AGAIN = 'The app didn’t respond. Try again.';
const CHECK = 'The app didn’t respond. Check whether your change was saved before you try again.';

beforeEach(() => connect(() => Promise.reject(new Error('timeout'))));

const doors = [
  ['the admin area', ADMIN_CONTRACT, askAdminArea],
  ['the frames', SURFACE_CONTRACT, askFrame],
] as const;

it.each(doors)('only changes in %s ask to check what was saved', async (_, contract, ask) => {
  for (const [operation, { effect }] of Object.entries(contract)) {
    const answer = await (ask as (name: string, payload: object) => Promise<unknown>)(operation, {});
    const message = effect === 'read' ? TRY_AGAIN : CHECK;
    expect([operation, answer]).toEqual([operation, { ok: false, error: { code: 'UNREACHABLE', message } }]);
  }
});

it('a request of the API reference can be a change', () => {
  expect(ADMIN_CONTRACT.sendApiRequest.effect).not.toBe('read');
});

it.each(doors)('an operation in %s says what to do if Confluence did not ask for consent', async (_, contract, ask) => {
  connect(() => Promise.reject(new Error('There was an error invoking the function - Authentication Required')));
  for (const operation of Object.keys(contract)) {
    const answer = await (ask as (name: string, payload: object) => Promise<unknown>)(operation, {});
    const message = expect.stringContaining('Select Allow access there');
    expect([operation, answer]).toEqual([operation, { ok: false, error: { code: 'CONSENT_NEEDED', message } }]);
  }
});
