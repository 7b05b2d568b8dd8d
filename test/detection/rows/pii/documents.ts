import type { Rows } from '../row';

export const documents: readonly Rows[] = [
  {
    detector: 'identity-document-number',
    finds: [
      'Passport no. ‹820378643›',
      'passport_number: ‹DY4572113›',
      'Reisepass-Nr. ‹C8EX1V1X2›',
      'N° de passeport : ‹19TE62201›',
      'Pasaporte ‹XDC482913›',
      'passaporto n. ‹YG6692316›',
      'Paspoortnummer: ‹NT8JW6264›',
      'numer paszportu ‹EH4829136›',
      'Passnummer ‹82913746›',
      '旅券番号：‹TJ5580170›',
      "carte d'identité n° ‹X4RT83912›",
    ],
    ignores: [
      'Passport office, order 820378643',
      'passport valid until 20310512',
      'password: DY4572113',
      'Pass rate 8203786',
      'passport photo IMG_82037864',
      'Part 820378643',
      'passport 1111111',
    ],
  },
  {
    detector: 'driving-licence-number',
    finds: [
      "Driver's license: ‹B0729461›",
      'Führerscheinnummer ‹B072CZH19L1›',
      'Permis de conduire n° ‹13AA00002›',
      'Patente: ‹U1F769462D›',
      'carta de condução ‹L12345678›',
      'Rijbewijsnummer ‹5612573895›',
      'prawo jazdy ‹01234/19/1465›',
      'Körkort ‹7001167779›',
      '運転免許証番号 ‹301234567890›',
    ],
    ignores: [
      'driver license agreement 20240112',
      'Software license B0729461',
      'Patente 5612573895',
      'Führerschein Klasse B',
      'driving licence 1111111',
      'Part B0729461',
    ],
  },
];
