import type { Rows } from '../row';

export const people: readonly Rows[] = [
  {
    detector: 'date-of-birth',
    finds: [
      'DOB: ‹12/31/1985›',
      'born on ‹4 July 1976›',
      'geboren am ‹03.02.1990›',
      'Date of birth ‹1999-11-05›',
      'birthday: ‹March 3, 2001›',
      'Die Patientin (*‹22.08.1954›) ist versichert.',
      'Children: Nora (b. ‹2018-10-21›), Ben (b. ‹2020-02-11›)',
      'Date de naiss. : ‹23/01/2014›',
      'Our project lead was born on ‹7/11/1979›.',
    ],
    ignores: [
      'released 12/31/1985',
      'DOB: 31/31/1985',
      'born in 1985',
      'born 12/31/2085',
      '* 22.08.2024 release of version 3',
      'The project was born on 7/11/2019 in a garage.',
      'La société est née de la fusion signée le 21/02/1989.',
      'Das Projekt wurde geboren am 03.02.1990.',
      'Il progetto è nato il 9/4/2013.',
      'La empresa nació el 4/7/1986.',
    ],
  },
  {
    detector: 'passport-mrz',
    finds: [
      '‹P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10›',
      '‹I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<›',
    ],
    ignores: [
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C37UTO7408122F1204159ZE184226B<<<<<10',
      'P<T extends Map<K, V>>',
    ],
  },
  {
    detector: 'us-zip',
    finds: ['ZIP: ‹94105›', 'mailing address … ‹94105-1234›'],
    ignores: ['Room 94105', 'zip code 941051'],
  },
  {
    detector: 'ca-postal-code',
    finds: ['Postal code ‹K1A 0B1›', 'Ottawa, Ontario ‹K1A0B1›'],
    ignores: ['Postal code D1A 0B1', 'Unit K1A 0B12'],
  },
  {
    detector: 'de-postal-code',
    finds: ['PLZ ‹10115›', 'Anschrift: ‹22085› Hamburg'],
    ignores: ['Zimmer 10115', 'PLZ 99999'],
  },
  {
    detector: 'postal-address',
    finds: [
      'Home address: ‹27 Weaver Street, Leeds LS9 8QT›',
      'Ms Ortega lives at ‹1184 Maple Avenue, Dayton, OH 45402›',
      'Frau Hofstätter: ‹Neubaugasse 31/8, 1070 Wien›',
      'Privatanschrift: ‹Am Anger 5, 99084 Erfurt›',
      'Mme Delvaux habite ‹Rue Haute 45, 1000 Bruxelles›',
      'Domicile : ‹12 rue des Tanneurs, 37000 Tours›',
      'Residenza: ‹Via Garibaldi 9, 10122 Torino›',
      'Woonadres: ‹Kerkstraat 88, 3581 RH Utrecht›',
      'Adres zamieszkania: ‹ul. Polna 17, 60-535 Poznań›',
      'Hemadress: ‹Storgatan 33, 582 23 Linköping›',
      '自宅住所：‹東京都杉並区高円寺北3-22-8›',
    ],
    suspects: [
      'The office is at ‹200 Aldersgate Street, London EC1A 4HD›.',
      'Die Muster GmbH sitzt in der ‹Industriestraße 8, 70565 Stuttgart›.',
      'Adres spółki: ‹ul. Prosta 20, 00-850 Warszawa›',
      '‹Weg 12, 4000 Schritte› lang',
      '‹51 Franklin Street, Fifth Floor, Boston, MA 02110›, USA',
    ],
    ignores: ['Weg 12 von 4000', 'Street 12 of 40000 Towns', 'via HTTP 2, 8080', '10 Downing Street'],
  },
  {
    detector: 'postal-address-uk',
    finds: ['10 Downing Street, ‹SW1A 2AA›', 'postcode: ‹M1 1AE›'],
    ignores: ['postcode: QA1 1AA', 'Address SW1A 2AAB'],
  },
  {
    detector: 'imei',
    finds: ['IMEI: ‹356545450404870›', 'handset ‹490154208600892›'],
    ignores: ['IMEI: 351857653807462', 'handset 490154204400553'],
  },
  {
    detector: 'imsi',
    finds: ['IMSI: ‹310150123456789›', 'imsi number ‹262011234567890›'],
    ignores: ['Serial 310150123456789', 'IMSI 1234567'],
  },
  {
    detector: 'iccid',
    finds: ['SIM: ‹8949670139010949910›', 'ICCID ‹8901875207542489723›'],
    ignores: ['SIM: 8949926139069450518', 'ICCID 8901139594275464812'],
  },
  {
    detector: 'vin',
    finds: ['VIN: ‹1M8GDM9AXKP043000›', 'chassis number ‹WVWZZZ1JZXW000010›'],
    ignores: ['VIN: 1M8GDM9AXKP04278O', 'Commit 1234567abcdefabcdef'],
  },
  {
    detector: 'uk-vehicle-registration',
    finds: ['vehicle ‹AB51 ABC›', 'number plate: ‹LN14HGT›'],
    ignores: ['vehicle IB51 ABC', 'Part QA51 ABC'],
  },
  {
    detector: 'de-licence-plate',
    finds: ['Kennzeichen: ‹HH-AB 1234›', 'Amtliches Kennzeichen ‹M XY 999›'],
    ignores: ['Kennzeichen fehlt', 'Gleis B AB 1234'],
  },
];
