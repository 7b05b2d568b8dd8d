import type { Rows } from '../row';

export const northAmerica: readonly Rows[] = [
  {
    detector: 'us-ssn',
    finds: ['SSN: ‹536-22-8731›', 'social_security_number=‹536228731›', 'my social security number is ‹536 22 8731›'],
    suspects: ['‹219-09-9998›'],
    ignores: ['666-22-8731', '078-05-1120', 'build 536228731', '1-536-22-8731', 'ssn 536-22-0000'],
  },
  {
    detector: 'us-itin',
    finds: ['ITIN ‹912-70-1234›', 'taxpayer id ‹912871234›'],
    ignores: ['ITIN 912-49-1234', '912-93-1234'],
  },
  {
    detector: 'us-ein',
    finds: ['EIN: ‹12-3458790›', 'federal tax id ‹85-1834267›'],
    ignores: ['EIN: 07-3456780', 'Part 12-3456780'],
  },
  {
    detector: 'us-passport',
    finds: ['Passport number: ‹912803456›', 'US passport ‹A12803456›'],
    ignores: ['Ticket 912803456', 'passport A1280345'],
  },
  {
    detector: 'us-driver-licence',
    finds: ['driver license: ‹H12234567›', "my driver's license number is ‹5130634›", 'DL number ‹F162-8235-4011›'],
    ignores: ['Ticket H12234567', 'driver license: pending'],
  },
  {
    detector: 'us-alien-number',
    finds: ['Alien number ‹A204837561›', 'USCIS ‹A12345678›'],
    ignores: ['Road A12345678', 'alien number B123456780'],
  },
  {
    detector: 'ca-sin',
    finds: ['SIN: ‹544630569›', 'social insurance number ‹251 298 725›'],
    ignores: ['SIN: 464811692', 'social insurance number 757 022 936', 'Revenue 251 298 725'],
  },
  {
    detector: 'ca-business-number',
    finds: ['Business number: ‹817407174RT0001›', 'GST ‹917571473RC0001›'],
    ignores: ['Business number: 085770214RT0001', 'GST 472293759RC0001'],
  },
  {
    detector: 'ca-passport',
    finds: ['Passport number ‹GA302922›', 'passeport ‹AB123456›'],
    ignores: ['Part GA302922', 'passport GA30292'],
  },
];
