import { expectExactCounters } from './random-changes';

it('the counters are equal to a recount after 5,000 random changes, if no condition on an absent row holds', async () => {
  await expectExactCounters(2, { notExistsHoldsForAbsentRow: false });
}, 900_000);
