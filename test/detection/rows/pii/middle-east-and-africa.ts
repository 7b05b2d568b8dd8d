import type { Rows } from '../row';

export const middleEastAndAfrica: readonly Rows[] = [
  {
    detector: 'il-id',
    finds: ['Teudat Zehut: ‹138517180›', 'תעודת זהות ‹30099279-9›'],
    ignores: ['Teudat Zehut: 853683776', 'תעודת זהות 47529990-2', 'Build 30099279-9'],
  },
  {
    detector: 'sa-id',
    finds: ['Saudi ID: ‹1515108940›', 'Iqama ‹2095914277›'],
    ignores: ['Saudi ID: 1347895969', 'Iqama 2999218229', 'Build 2095914277'],
  },
  {
    detector: 'ae-emirates-id',
    finds: ['Emirates ID ‹784-1985-8333123-0›', '‹784199001227638›'],
    ignores: ['Emirates ID 784-1985-5258271-8', '784199062440378'],
  },
  {
    detector: 'kw-civil-id',
    finds: ['Civil ID ‹261052346519›', 'Kuwait civil ID: ‹270120950932›'],
    ignores: ['Civil ID 202052004494', 'Kuwait civil ID: 291121610415'],
  },
  {
    detector: 'bh-cpr',
    finds: ['Bahrain CPR: ‹850101123›', 'CPR number ‹911203456›'],
    ignores: ['CPR 851501123', 'Lot 850101123'],
  },
  {
    detector: 'qa-id',
    finds: ['QID ‹28563400123›', 'Qatar ID: ‹29135600456›'],
    ignores: ['QID 18563400123', 'Lot 28563400123'],
  },
  {
    detector: 'ir-national-code',
    finds: ['کد ملی ‹6223202083›', 'Code Melli: ‹095-489419-7›'],
    ignores: ['کد ملی 4351004820', 'Code Melli: 474-867073-3', 'Build 095-489419-7'],
  },
  {
    detector: 'eg-national-id',
    finds: ['National ID: ‹28501010123456›', 'الرقم القومي ‹30112250212345›'],
    ignores: ['National ID 28513010123456', 'National ID 2850101012345'],
  },
  {
    detector: 'za-id',
    finds: ['ID number ‹9802015107089›', '‹8302269935088›'],
    ignores: ['ID number 6303287345086', '7702251475089'],
  },
  {
    detector: 'ng-nin',
    finds: ['NIN: ‹62463195078›', 'NIMC ‹38623886999›'],
    ignores: ['NIN: 92357217617', 'NIMC 18813723540'],
  },
  {
    detector: 'ng-bvn',
    finds: ['BVN: ‹22145678903›', 'bank verification number ‹22198765432›'],
    ignores: ['BVN 12345678901', 'Build 22145678903'],
  },
  {
    detector: 'ke-pin',
    finds: ['KRA PIN ‹A004416331M›', 'kra: ‹P051365947M›'],
    ignores: ['Part B004416331M', 'KRA PIN A00441633M'],
  },
  {
    detector: 'gh-card',
    finds: ['‹GHA-123456789-0›', 'Ghana card ‹GHA-714567890-3›'],
    ignores: ['GHA-12345678-0', 'GHA-1234567890'],
  },
  {
    detector: 'mu-nid',
    finds: ['NID ‹J1108551082744›', '‹J240389168852F›'],
    ignores: ['NID J1101720990116', 'J090953370966R'],
  },
  {
    detector: 'mz-nuit',
    finds: ['NUIT ‹491714581›', 'NUIT: ‹726 878 757›'],
    ignores: ['NUIT 410486112', 'NUIT: 135 993 339', 'Build 726 878 757'],
  },
];
