import type { Rows } from '../row';

export const britishIsles: readonly Rows[] = [
  {
    detector: 'uk-nino',
    finds: ['NI number: ‹AB 12 34 71 C›', 'NINO ‹PR123612C›', '‹PR12 36 12C›', 'national insurance ‹hh 01 02 03 d›'],
    // The model of a disk has the same form.
    suspects: ['‹PR123612C›', 'SCSI2 (sdb) 80.0 GB ‹ST380021A›'],
    ignores: ['NINO BG123612A', 'QQ123456C', 'AB1234561'],
  },
  {
    detector: 'uk-driving-licence',
    finds: ['‹KELLY606157J99AB›', 'DVLA: ‹FOX99802156AB9XY›'],
    ignores: ['MORGA600054SM9IJ', 'MORGA657354SM9IJ'],
  },
  {
    detector: 'uk-passport',
    finds: ['Passport no ‹507183426›', 'travel document: ‹AB1234567›'],
    ignores: ['Ticket 507123456', 'passport AB123456789'],
  },
  {
    detector: 'uk-utr',
    finds: ['UTR: ‹2659837128›', 'unique taxpayer reference ‹99092 46522›'],
    ignores: ['UTR: 4730396023', 'unique taxpayer reference 98989 55514', 'Build 99092 46522'],
  },
  {
    detector: 'uk-company-number',
    finds: ['Company number ‹01234567›', 'Companies House ‹SC123456›'],
    ignores: ['Build 01234567', 'company number 1234'],
  },
  {
    detector: 'ie-pps',
    finds: ['PPS number ‹3092565U›', 'PPSN: ‹7959759KA›'],
    ignores: ['PPS number 4050921D', 'PPSN: 0823633SA'],
  },
  {
    detector: 'ie-passport',
    finds: ['Irish passport ‹PA1234567›', 'passport number: ‹LB1234567›'],
    ignores: ['Part PA1234567', 'passport PA12345678'],
  },
];
