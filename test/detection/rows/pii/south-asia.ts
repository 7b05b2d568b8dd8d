import type { Rows } from '../row';

export const southAsia: readonly Rows[] = [
  {
    detector: 'in-aadhaar',
    finds: ['Aadhaar ‹627671661970›', '‹2853 7491 5575›'],
    ignores: ['Aadhaar 811393662728', '9811 3660 2861'],
  },
  {
    detector: 'in-pan',
    finds: ['PAN: ‹ABCPK1234L›', 'my pan number is ‹abbpm4567s›'],
    suspects: ['‹AAACT2727Q›', 'PAN of the vendor: ‹AAACT2727Q›', 'PAN: ‹AAEFK5521L›'],
    ignores: ['ABCDK1234L', 'commit abcpk1234l'],
  },
  {
    detector: 'in-gstin',
    finds: ['‹29AAPFK5521L1ZS›', 'GSTIN: ‹27AAPFU0939F1Z9›'],
    ignores: ['00AAPFU0939F1ZV', '27AAPFU0939F1AV'],
  },
  {
    detector: 'in-voter-id',
    finds: ['voter ID: ‹DBJ2289013›', 'EPIC ‹CPJ4467918›'],
    ignores: ['EPIC CPJ446791', 'voter CP44679181'],
  },
  {
    detector: 'in-passport',
    finds: ['Passport number: ‹T1234567›', 'Indian passport ‹K9012348›'],
    ignores: ['Gate T1234567', 'passport T0123456'],
  },
  {
    detector: 'in-vehicle-registration',
    finds: ['Vehicle number ‹KA01 HH 1234›', 'registration ‹OD02BA2341›'],
    ignores: ['registration K1', 'vehicle KA-01'],
  },
  {
    detector: 'pk-cnic',
    finds: ['CNIC ‹42201-3081947-1›', 'nadra: ‹3520230819471›'],
    ignores: ['92201-1234567-1', 'Order 3520230819471'],
  },
  {
    detector: 'lk-nic',
    finds: ['NIC: ‹853400937V›', 'Sri Lanka NIC ‹198534000937›'],
    ignores: ['NIC 853999937V', 'Order 198534000937'],
  },
];
