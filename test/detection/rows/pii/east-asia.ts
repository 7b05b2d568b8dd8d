import type { Rows } from '../row';

export const eastAsia: readonly Rows[] = [
  {
    detector: 'kr-rrn',
    finds: ['주민등록번호 ‹900121-1848491›', '‹990121-1088902›'],
    ignores: ['001332-1234567', '960303-0021413'],
  },
  {
    detector: 'kr-brn',
    finds: ['사업자등록번호 ‹842-28-63854›', 'BRN: ‹1671654907›'],
    ignores: ['사업자등록번호 244-30-60850', 'BRN: 4894964118', 'Build 1671654907'],
  },
  {
    detector: 'kr-passport',
    finds: ['여권번호 ‹M123A4567›', 'passport ‹S12345678›'],
    ignores: ['Part M123A4567', 'passport M1234567'],
  },
  {
    detector: 'kr-driving-licence',
    finds: ['운전면허 ‹11-22-123456-12›', 'driver license ‹13-22-123456-10›'],
    ignores: ['99-22-123456-12', 'license 11-22-123A56-12'],
  },
  {
    detector: 'cn-resident-id',
    finds: ['身份证号 ‹110105199204120092›', '‹440303200408250016›'],
    ignores: ['身份证号 110105195504060077', '440303198702070062'],
  },
  {
    detector: 'cn-uscc',
    finds: ['统一社会信用代码 ‹91110108600047831G›', 'USCC: ‹91310115710979315A›'],
    ignores: ['统一社会信用代码 91110108600007461A', 'USCC: 91310115710933605J'],
  },
  {
    detector: 'jp-my-number',
    finds: ['マイナンバー ‹887904185471›', 'My Number: ‹8523 7087 1007›'],
    ignores: ['マイナンバー 753408340036', 'My Number: 8078 8945 6182', 'Build 8523 7087 1007'],
  },
  {
    detector: 'tw-id',
    finds: ['身分證字號 ‹A193540778›', '‹F265331640›'],
    ignores: ['身分證字號 A142340394', 'F243831633'],
  },
  {
    detector: 'hk-id',
    finds: ['HKID ‹A0588930›', '‹G203383(5)›'],
    ignores: ['HKID A7586774', 'G273742(7)'],
  },
  {
    detector: 'sg-nric',
    finds: ['NRIC ‹S5945786A›', '‹T0447399F›'],
    ignores: ['NRIC S0992610O', 'T3689171H'],
  },
  {
    detector: 'sg-uen',
    finds: ['UEN ‹53425200A›', 'UEN: ‹200453088C›'],
    ignores: ['UEN 51623261U', 'UEN: 203905400E'],
  },
  {
    detector: 'th-id',
    finds: ['บัตรประชาชน ‹3735946509665›', '‹1-2561-68791-28-7›'],
    ignores: ['บัตรประชาชน 3740409021675', '1-2870-07337-95-1'],
  },
  {
    detector: 'my-nric',
    finds: ['MyKad ‹850202-14-5671›', 'NRIC: ‹901231105672›'],
    ignores: ['851302-14-5671', 'Batch 901231105672'],
  },
  {
    detector: 'id-nik',
    finds: ['NIK ‹3171014502850003›', 'KTP: ‹3273221708920001›'],
    ignores: ['NIK 3171017802850003', 'NIK 0071014502850003'],
  },
  {
    detector: 'vn-cccd',
    finds: ['CCCD ‹001085012345›', 'căn cước công dân: ‹079203001234›'],
    ignores: ['CCCD 971085012345', 'Batch 001085012345'],
  },
  {
    detector: 'ph-tin',
    finds: ['TIN: ‹123-456-789-000›', 'BIR TIN ‹123456789000›'],
    ignores: ['Part 123-456-789-000', 'TIN 123-45-789'],
  },
  {
    detector: 'ph-sss',
    finds: ['SSS number ‹34-1234567-8›', 'SSS: ‹0412345678›'],
    ignores: ['Part 34-1234567-8', 'SSS 34-123456-8'],
  },
];
