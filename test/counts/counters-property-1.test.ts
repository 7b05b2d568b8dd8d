import { expectExactCounters } from './random-changes';

it('the counters are equal to a recount after 5,000 random changes, if a condition on an absent row holds', async () => {
  await expectExactCounters(1, { notExistsHoldsForAbsentRow: true });
}, 900_000);
