import type { Rows } from '../row';

export const oceania: readonly Rows[] = [
  {
    detector: 'au-tfn',
    finds: ['TFN: ‹435145487›', 'tax file number ‹586 909 413›'],
    ignores: ['TFN: 439797002', 'tax file number 757 032 161'],
  },
  {
    detector: 'au-abn',
    finds: ['ABN: ‹51 824 764 086›', 'ABN ‹79930409574›', '‹43 568 183 844›'],
    ignores: ['ABN 36304585119', '38 405 811 272'],
  },
  {
    detector: 'au-acn',
    finds: ['ACN ‹424908350›', 'australian company number ‹842 086 373›'],
    ignores: ['ACN 924894387', 'australian company number 200 518 607'],
  },
  {
    detector: 'au-passport',
    finds: ['Passport ‹N1234567›', 'australian passport ‹PA1234567›'],
    ignores: ['Gate N1234567', 'passport Q1234567'],
  },
  {
    detector: 'nz-ird',
    finds: ['IRD number ‹39-836-599›', 'IRD: ‹092788989›'],
    ignores: ['IRD number 62-613-456', 'IRD: 899730219', 'Build 092788989'],
  },
];
