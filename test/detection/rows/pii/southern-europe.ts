import type { Rows } from '../row';

export const southernEurope: readonly Rows[] = [
  {
    detector: 'es-dni',
    finds: ['‹12346086P›', 'DNI ‹98867779W›', '‹76239189-P›'],
    ignores: [
      'DNI 23428466N',
      '73591780-C',
      'DNI of 7033043b-d833-415a-baf9-b19316f7668d',
      '1.38435736E+12',
      'array([2.85916637e-06])',
      'on win7/MinGW (9559349c by me)',
    ],
  },
  {
    detector: 'es-nie',
    finds: ['NIE: ‹X2671854J›', '‹Y8145136E›'],
    ignores: ['NIE: X1502619F', 'Y3099896S'],
  },
  {
    detector: 'es-cif',
    finds: ['CIF ‹B99372195›', 'NIF: ‹A20713327›'],
    ignores: ['CIF B22728753', 'NIF: A24953602'],
  },
  {
    detector: 'es-nss',
    finds: ['Seguridad social: ‹288327231583›', 'NSS ‹08/71067749/86›'],
    ignores: ['Seguridad social: 282534996289', 'NSS 08/20463805/75'],
  },
  {
    detector: 'es-passport',
    finds: ['Mi pasaporte es ‹AAA123456›', 'pasaporte: ‹XDB012345›'],
    ignores: ['Lote AAA123456', 'pasaporte AAA12345'],
  },
  {
    detector: 'it-codice-fiscale',
    finds: ['Codice fiscale ‹RSSMRA85T10A680S›', '‹BNCLRA90A41F205I›'],
    ignores: ['Codice fiscale RSSMRA85T10A562P', 'BNCLRA90A41F205O'],
  },
  {
    detector: 'it-partita-iva',
    finds: ['Partita IVA ‹01333550356›', 'P.IVA: ‹58996520902›'],
    ignores: ['Partita IVA 01333553876', 'P.IVA: 68248750113'],
  },
  {
    detector: 'it-id-card',
    finds: ["Carta d'identità ‹CA12345AB›", 'CIE: ‹AY1234567›'],
    ignores: ['Volo CA12345AB', "carta d'identità scaduta"],
  },
  {
    detector: 'it-driving-licence',
    finds: ['Patente ‹AB1234567C›', 'patente di guida: ‹U1K711J11M›'],
    ignores: ['Lotto AB1234567C', 'patente AB123456'],
  },
  {
    detector: 'it-passport',
    finds: ['Passaporto ‹YA1234567›', 'numero passaporto: ‹AA7654321›'],
    ignores: ['Volo YA1234567', 'passaporto YA12345678'],
  },
  {
    detector: 'pt-nif',
    finds: ['NIF ‹229059287›', 'contribuinte: ‹425 615 901›'],
    suspects: [
      'NIF ‹571237533›',
      'NIF do município: ‹640164048›',
      'NIF do fundo ‹729916243›',
      'NIF do condomínio ‹901 535 311›',
    ],
    ignores: ['NIF 218424878', 'contribuinte: 984 011 160', 'Build 425 615 901'],
  },
  {
    detector: 'pt-cc',
    finds: ['Cartão de cidadão ‹58573747 9 AL3›'],
    suspects: ['‹850388475ZZ8›'],
    ignores: ['Cartão de cidadão 65049556 1 ZA6', '947187476ZZ6'],
  },
  {
    detector: 'gr-amka',
    finds: ['AMKA ‹14068624833›', 'ΑΜΚΑ: ‹01065112813›'],
    ignores: ['AMKA 06109604470', 'ΑΜΚΑ: 18107283836'],
  },
  {
    detector: 'gr-afm',
    finds: ['AFM ‹302832960›', 'ΑΦΜ: ‹041761604›'],
    ignores: ['AFM 799050673', 'ΑΦΜ: 369467304', 'Build 041761604'],
  },
  {
    detector: 'mt-id-card',
    finds: ['Identity card ‹0123456M›', 'ID card: ‹98765G›'],
    ignores: ['Part 0123456M', 'ID card 0123456X'],
  },
  {
    detector: 'tr-tckn',
    finds: ['TC Kimlik No: ‹18703842216›', 'kimlik numarası ‹98050487742›'],
    ignores: ['TC Kimlik No: 19556338470', 'kimlik numarası 69099843337'],
  },
  {
    detector: 'tr-vkn',
    finds: ['Vergi no: ‹9286155999›', 'VKN ‹9264598252›'],
    ignores: ['Vergi no: 7322808948', 'VKN 8486788404', 'Build 9264598252'],
  },
];
