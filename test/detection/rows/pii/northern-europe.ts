import type { Rows } from '../row';

export const northernEurope: readonly Rows[] = [
  {
    detector: 'se-personnummer',
    finds: ['pnr ‹811228-4602›', 'Personnummer ‹197903104540›', '‹520122-2162›'],
    ignores: ['Personnummer 198803211141', '940314-9210'],
  },
  {
    detector: 'se-orgnr',
    finds: ['Orgnr ‹556207-0077›', 'organisationsnummer: ‹5568613615›'],
    ignores: ['Orgnr 556996-1416', 'organisationsnummer: 5563584215'],
  },
  {
    detector: 'no-fnr',
    finds: ['Fødselsnummer ‹21096311394›', '‹280591 05037›'],
    ignores: ['Fødselsnummer 06050056571', '260559 11943'],
  },
  {
    detector: 'no-orgnr',
    finds: ['Organisasjonsnummer ‹944228713›', 'orgnr: ‹158 157 136›'],
    ignores: ['Organisasjonsnummer 991426660', 'orgnr: 720 706 885', 'Build 158 157 136'],
  },
  {
    detector: 'fi-hetu',
    finds: ['hetu ‹131052-240L›', 'Henkilötunnus ‹090286-598W›', '‹240273-4459›'],
    ignores: ['Henkilötunnus 010203-628B', '030358-5536'],
  },
  {
    detector: 'fi-ytunnus',
    finds: ['Y-tunnus ‹4602319-5›', 'business ID: ‹4615314-1›'],
    ignores: ['Y-tunnus 2437969-4', 'business ID: 4118672-1'],
  },
  {
    detector: 'dk-cpr',
    finds: ['CPR-nr. ‹211062-5629›', 'personnummer ‹0103851234›'],
    ignores: ['CPR 311362-5629', 'Serie 211062-5629'],
  },
  {
    detector: 'dk-cvr',
    finds: ['CVR ‹04792041›', 'CVR-nr. ‹97 29 78 35›'],
    ignores: ['CVR 02173959', 'CVR-nr. 46 58 75 56', 'Build 97 29 78 35'],
  },
  {
    detector: 'is-kennitala',
    finds: ['Kennitala ‹041100-6132›', 'kt. ‹0702624951›'],
    suspects: ['Kennitala ‹520556-7020›'],
    ignores: ['Kennitala 170950-9243', 'kt. 1701683620', 'Build 0702624951'],
  },
  {
    detector: 'ee-isikukood',
    finds: ['Isikukood ‹37401093861›', 'isikukood: ‹47306278703›'],
    ignores: ['Isikukood 35405139532', 'isikukood: 47309011139'],
  },
  {
    detector: 'lv-personas-kods',
    finds: ['Personas kods ‹230748-18211›', 'personas kods: ‹32867300679›'],
    ignores: ['Personas kods 161375-19997', 'Nr. 230748-18211'],
  },
  {
    detector: 'lt-asmens-kodas',
    finds: ['Asmens kodas ‹36612102907›', 'asmens kodas: ‹47611127861›'],
    ignores: ['Asmens kodas 38802104516', 'asmens kodas: 40302047635'],
  },
];
