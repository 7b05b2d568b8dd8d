import type { Rows } from '../row';

export const easternEurope: readonly Rows[] = [
  {
    detector: 'pl-pesel',
    finds: ['nr PESEL ‹44051408240›', 'PESEL: ‹04092688092›', '‹88062725828›'],
    ignores: ['PESEL: 90102479936', '92080768443'],
  },
  {
    detector: 'pl-nip',
    finds: [
      'NIP pana Nowaka: ‹556-711-05-34›',
      'Pani Zofia Bielak, numer NIP: ‹7250256661›',
      'NIP (działalność gospodarcza): ‹588-702-09-91›',
      'NIP ‹756-735-64-95›, jednoosobowa działalność',
    ],
    suspects: ['NIP ‹556-711-05-34›', 'NIP nadawcy: ‹7250256661›', 'Spółka ma NIP ‹588-702-09-91›'],
    ignores: ['NIP 351-745-24-80', 'numer NIP: 6181397249'],
  },
  {
    detector: 'pl-regon',
    finds: ['REGON ‹217159764›', 'nr REGON: ‹300827693›'],
    ignores: ['REGON 630694890', 'nr REGON: 494880920', 'Build 300827693'],
  },
  {
    detector: 'pl-id-card',
    finds: ['Dowód osobisty ‹ABS440614›', 'nr dowodu: ‹ARW654703›'],
    ignores: ['Dowód osobisty ABS897239', 'nr dowodu: ARM591294', 'Build ARW654703'],
  },
  {
    detector: 'pl-passport',
    finds: ['Paszport ‹ZS3393438›', 'numer paszportu: ‹AQ8565497›'],
    ignores: ['Paszport ZS4592763', 'numer paszportu: AB7608825', 'Build AQ8565497'],
  },
  {
    detector: 'cz-sk-rc',
    finds: ['Rodné číslo ‹9408158716›', '‹560406/2541›'],
    ignores: ['Rodné číslo 6607042119', '900726/8780'],
  },
  {
    detector: 'hu-taj',
    finds: ['TAJ szám: ‹787 801 575›', 'TAJ ‹818918272›'],
    ignores: ['TAJ szám: 495 555 846', 'TAJ 400679585', 'Build 818918272'],
  },
  {
    detector: 'hu-tax-id',
    finds: ['Adóazonosító jel: ‹8641258566›', 'adóazonosító ‹8131624102›'],
    ignores: ['Adóazonosító jel: 8858340943', 'adóazonosító 8028093040', 'Build 8131624102'],
  },
  {
    detector: 'ro-cnp',
    finds: ['CNP ‹1590223408912›', 'cod numeric personal: ‹2531012120951›'],
    ignores: ['CNP 1650521407206', 'cod numeric personal: 2780104121024'],
  },
  {
    detector: 'md-idnp',
    finds: ['IDNP ‹2658840812550›', 'cod personal: ‹2115606348792›'],
    suspects: ['IDNO: ‹1338582960038›'],
    ignores: ['IDNP 2094314234793', 'IDNO: 1622671676345', 'Build 1338582960038'],
  },
  {
    detector: 'bg-egn',
    finds: ['ЕГН ‹9202062324›', 'EGN: ‹5311034569›'],
    ignores: ['ЕГН 6803201276', 'EGN: 5410245879'],
  },
  {
    detector: 'hr-oib',
    finds: ['OIB ‹44638044141›', 'OIB: ‹43879643255›'],
    ignores: ['OIB 03651084640', 'OIB: 77227397207', 'Build 43879643255'],
  },
  {
    detector: 'si-emso',
    finds: ['EMŠO ‹2712962500592›', 'emšo: ‹1611966503230›'],
    ignores: ['EMŠO 2308985500075', 'emšo: 0608960509006'],
  },
  {
    detector: 'rs-jmbg',
    finds: ['JMBG ‹0905978716230›', 'ЈМБГ: ‹0302000182318›'],
    ignores: ['JMBG 0102959713877', 'ЈМБГ: 2806966184603'],
  },
  {
    detector: 'ua-rntrc',
    finds: ['РНОКПП ‹0491872620›', 'ІПН: ‹9510195296›'],
    ignores: ['РНОКПП 8765536443', 'ІПН: 6657910387', 'Build 9510195296'],
  },
  {
    detector: 'ru-inn',
    finds: ['ИНН ‹084794775452›', 'INN: ‹096852574275›'],
    suspects: ['ИНН ‹7755684238›'],
    ignores: ['ИНН 7749071727', 'INN: 222347851277', 'Build 096852574275'],
  },
  {
    detector: 'ru-snils',
    finds: ['СНИЛС ‹10722115400›', '‹708-620-136 79›'],
    ignores: ['СНИЛС 71869704297', '514-150-944 70'],
  },
  {
    detector: 'by-unp',
    finds: ['УНП ‹154508157›', 'UNP: ‹204372443›'],
    ignores: ['УНП 100339079', 'UNP: 202429971', 'Build 204372443'],
  },
  {
    detector: 'kz-iin',
    finds: ['ИИН ‹570317324325›', 'ЖСН: ‹510823493285›'],
    ignores: ['ИИН 690808310032', 'ЖСН: 651006449888'],
  },
];
