import type { Person } from '../demo';

/** The people of the company besides the accounts of the demo site. They are invented, and cannot be selected in the header. */

const person = (number: string, name: string): Person => ({
  accountId: `712020:c0ffee${number}-1111-4222-8333-94a5b6c7d8${number}`,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
  displayName: name,
});

export const NADIA = person('10', 'Nadia Novak');
export const FELIX = person('11', 'Felix Ferreira');
export const HANA = person('12', 'Hana Holub');
export const JONAS = person('13', 'Jonas Jansen');
export const LEILA = person('14', 'Leila Larsson');
export const MATEO = person('15', 'Mateo Moreno');
export const PRIYA = person('16', 'Priya Patel');
export const TOMAS = person('17', 'Tomas Takala');

export const COLLEAGUES: readonly Person[] = [NADIA, FELIX, HANA, JONAS, LEILA, MATEO, PRIYA, TOMAS];
