import type { Rows } from './row';

export const financial: readonly Rows[] = [
  {
    detector: 'card-pan',
    finds: [
      '‹4539 1488 0343 6467› on file',
      'Card number: ‹5200 5837 7646 5132›',
      'My visa ‹4415657248370700› is lost.',
      'Card: ‹4539  1488  0343  6467›',
      'Visa ‹4539 1488 0343 6467› 05/29',
      'Karte ‹4539-1488-0343-6467› 05/2029',
      'Card: ‹4539 - 1488 - 0343 - 6467›',
      'Card number: ‹4 5 3 9 1 4 8 8 0 3 4 3 6 4 6 7›',
    ],
    // Published for trying things out.
    suspects: [
      'My card is ‹4111 1111 1111 1111›.',
      'visa ‹4242424242424242›',
      'amex ‹378282246310005›',
      'page id ‹45391488034·36467›',
      'https://acme.io/i·ssues/‹45391488034·36467›',
    ],
    ignores: [
      'order 12345678901234',
      '4539-1488 0343-6467',
      'Version 0.4539148803436467',
      'Card number: 5200 0632 6184 1579',
      'My visa 4646715901594626 is lost.',
      '4 5 3 9 1 4 8 8 0 3 4 3 6 4 6 7',
    ],
  },
  {
    detector: 'card-track',
    finds: ['Read: ‹%B4539148803436467^DOE/JANE^29051011000000000?›', ';‹4539148803436467=29051011000012300000?›'],
    ignores: [';4539148803436468=29051011000012300000?', '%B4539148803436467^DOE/JANE^29451011000000000?'],
  },
  {
    detector: 'card-cvv',
    finds: ['CVV: ‹123›', 'card security code ‹4021›'],
    ignores: ['Room 123', 'cvv of 2024', 'The cvc file has 12345 lines'],
  },
  {
    detector: 'iban',
    finds: [
      'Please pay to ‹DE89 3704 0044 0532 0130 00› by Friday',
      'my iban is ‹gb82west12345698765432›',
      '‹NL91ABNA0417164300›',
      'NO: ‹NO93 8601 1117 947› BIC DNBANOKK',
    ],
    ignores: ['DE89 3704 0044 0532 0130 01', 'GB82WEST1234569876543', 'AB12 3456 7890 1234'],
  },
  {
    detector: 'swift-bic',
    finds: [
      'SWIFT: ‹DEUTDEFF500›',
      'BIC code ‹NEDSZAJJ›',
      'swift_code=‹NWBKGB2L›',
      'bankBic=‹NWBKGB2L›',
      'Please pay to SWIFT ‹DEUTDEFF500› today',
      'SWIFT/BIC (REQUIRED): ‹DEUTDEFF500›',
      'BIC/SWIFT (CUSTOMER BANK): ‹COBADEFFXXX›',
      'BIC of the bank (BENEFICIARY): ‹COBADEFFXXX›',
      'BICs: ‹DEUTDEFF500›',
      'ARABIC BIC: ‹DEUTDEFF500›',
    ],
    ignores: [
      'SWIFT code REQUIRED below',
      'The DEUTDEFF file',
      'ARABIC KASRATAN',
      'The Arabic KASRATAN',
      'swiftly KASRATAN',
      'TIOCMBIC TIOCMGET',
    ],
  },
  {
    detector: 'us-aba-routing',
    finds: ['Routing number: ‹012247602›', 'ABA ‹121011761›'],
    ignores: ['Routing number: 065273495', 'ABA 121042082'],
  },
  {
    detector: 'us-bank-account',
    finds: ['Checking account ‹4400123981›', 'account number: ‹81230045›'],
    ignores: ['Ticket 4400123981', 'account number 00000000'],
  },
  {
    detector: 'uk-sort-account',
    finds: ['Sort code ‹20-45-77›', 'bank details: ‹20-45-77 account 55779911›'],
    ignores: ['on 20-45-77', 'sort code 20-45-77-12'],
  },
  {
    detector: 'au-bsb-account',
    finds: ['BSB ‹062-000 12345678›', 'bsb number: ‹733-104›'],
    ignores: ['Part 062-000 12345678', 'BSB 12-34'],
  },
  {
    detector: 'nz-bank-account',
    finds: ['Account number: ‹01-0902-0068389-00›', '‹08-6523-1954512-001›'],
    ignores: ['01-0902-0068380-00', 'Part 01-0902-0068380-00'],
  },
  {
    detector: 'in-ifsc',
    finds: ['IFSC: ‹HDFC0001234›', 'ifsc code ‹SBIN0005943›'],
    ignores: ['Build HDFC1001234', 'IFSC code HDFC000123'],
  },
  {
    detector: 'mx-clabe',
    finds: ['CLABE: ‹002010125067572240›', 'cuenta ‹012180060055692094›'],
    ignores: ['CLABE: 002010550398097239', 'cuenta 012180020674728005', 'Build 012180060055692094'],
  },
  {
    detector: 'ar-cbu',
    finds: ['CBU: ‹0170057200414467399155›', 'cbu ‹2850590900090496230690› del cliente'],
    ignores: ['CBU: 0170876200418967855273', 'cbu 2850590900090473618514 del cliente'],
  },
  {
    detector: 'no-bank-account',
    finds: ['Kontonummer: ‹8601.11.16827›', 'konto ‹15033079327›'],
    ignores: ['Kontonummer: 8601.11.95932', 'konto 15036602749', 'Build 15033079327'],
  },
  {
    detector: 'fr-rib',
    finds: ['RIB : ‹20041 01005 05000153266 98›', 'compte ‹30004200312272243415933›'],
    ignores: ['RIB : 20041 01005 05000164509 08', 'compte 30004900312575883619421'],
  },
  {
    detector: 'sepa-creditor-id',
    finds: ['Creditor identifier: ‹DE98ZZZ09999999999›', 'Gläubiger-ID ‹AT61ZZZ01234567890›'],
    ignores: ['Creditor identifier: DE97ZZZ09999999999', 'Code DE98ZZZ09999999999'],
  },
  {
    detector: 'btc-address',
    finds: [
      'Send to ‹1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa›',
      '‹3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy›',
      '‹bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4›',
    ],
    ignores: [
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
      '3d1f9a7c5e3b1d9f7a5c3e1b9d7f5a3c',
    ],
  },
  {
    detector: 'eth-address',
    finds: ['‹0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed›', 'wallet ‹0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359›'],
    ignores: [
      '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0011',
      '0x0000000000000000000000000000000000000000',
    ],
  },
  {
    detector: 'ltc-address',
    finds: ['ltc: ‹LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9›', '‹LTdsVS8VDw6syvfQADdhf2PHAm3rMGJvPX›'],
    ignores: ['LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH8', 'Lorem1ipsum2dolor3sit4amet5consec'],
  },
  {
    detector: 'doge-address',
    finds: ['doge: ‹DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L›', 'Tip ‹DREgvVrZHZPQ7eRXqrry3n4KGxrew7pEmV›'],
    ignores: ['DH5yaieqoZN36fDVciNyRueRGvGLR3mr7M', 'Deadbeef1deadbeef2deadbeef3deadbe'],
  },
  {
    detector: 'tron-address',
    finds: ['USDT on ‹TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t›', '‹TJRabPrwbZy45sbavfcjinPJC18kjpRTv8›'],
    ignores: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'T1234567890abcdefghijkmnopqrstuvwx'],
  },
  {
    detector: 'xrp-address',
    finds: ['pay ‹rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh›', '‹rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B›'],
    ignores: ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTi', 'revision1revision2revision3revi'],
  },
  {
    detector: 'crypto-wif',
    finds: [
      'key ‹5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ›',
      '‹KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617›',
    ],
    ignores: [
      '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTK',
      'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98618',
    ],
  },
  {
    detector: 'bip39-seed',
    finds: [
      'seed phrase: ‹legal winner thank year wave sausage worth useful legal winner thank yellow›',
      'Mnemonic is ‹letter advice cage absurd amount doctor acoustic avoid letter advice cage above› and more text',
    ],
    ignores: [
      'seed phrase: legal winner thank year wave sausage worth useful legal winner thank year',
      'The wallet is: something that people use when they want to keep money around them safely',
    ],
  },
  {
    detector: 'isin',
    finds: ['ISIN ‹US8979188948›', 'bond ‹DE0009786277›'],
    ignores: ['ISIN US0378331004', 'ISIN US3787932833', 'bond DE0002735711'],
  },
  {
    detector: 'lei',
    finds: ['LEI: ‹5493001KJTIIGC8Y1R12›', 'LEI code ‹7LTWFZYICNSX8D621K86›'],
    ignores: ['LEI: 5493001KJTIIGC8Y1R13', 'Run 5493001KJTIIGC8Y1R12X'],
  },
  {
    detector: 'cusip',
    finds: ['CUSIP ‹037833100›', 'cusip: ‹17275R102›'],
    ignores: ['CUSIP 037833101', 'Part 037833100'],
  },
  {
    detector: 'sedol',
    finds: ['SEDOL ‹0263494›', 'sedol: ‹B0WNLY7›'],
    ignores: ['SEDOL 0263495', 'Part 0263494'],
  },
  {
    detector: 'eu-vat',
    finds: [
      'USt-IdNr. ‹DE 136 695 976›',
      'VAT: ‹NL004495445B01›',
      'VAT ID ‹DE609137165›',
      'VAT number ‹FR14191352418›',
    ],
    ignores: ['Model DE123456789', 'VAT ID DE044143398', 'VAT number FR17810792506'],
  },
  {
    detector: 'salary-amount',
    finds: ['Her salary is ‹$85,000›', 'Gehalt: ‹62.500 EUR›', 'compensation of ‹120k›'],
    ignores: ['The server costs $85,000', 'salary band 3'],
  },
];
