import { expectExactCounters } from './random-changes';

it.each([
  ['a condition on an absent row holds', true],
  ['no condition on an absent row holds', false],
])(
  'the counters are equal to a recount after 1,000 random changes, if %s',
  async (_name, notExistsHoldsForAbsentRow) => {
    await expectExactCounters({ notExistsHoldsForAbsentRow });
  },
);
