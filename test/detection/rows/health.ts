import type { Rows } from './row';

export const health: readonly Rows[] = [
  {
    detector: 'us-npi',
    finds: ['NPI: ‹1746435142›', 'provider number ‹1821-696-782›'],
    ignores: ['NPI: 1889729882', 'provider number 1651-232-694'],
  },
  {
    detector: 'us-mbi',
    finds: ['‹1EG4-TE5-MK73›', 'Medicare ‹1EG4TE5MK72›'],
    ignores: ['1SG4-TE5-MK73', '1EG4TE5MK7'],
  },
  {
    detector: 'us-dea',
    finds: ['DEA number ‹BJ7584332›', '‹AP5599949›'],
    ignores: ['DEA number BN9987852', 'AP9540753'],
  },
  {
    detector: 'uk-nhs',
    finds: ['NHS number ‹1137326581›', '‹355 712 0651›'],
    ignores: ['NHS number 4683422331', '457 934 5404'],
  },
  {
    detector: 'uk-chi',
    finds: ['CHI number ‹1804617121›', 'CHI: ‹070984 2287›'],
    ignores: ['CHI number 1402624482', 'CHI: 090970 4826'],
  },
  {
    detector: 'au-medicare',
    finds: ['Medicare ‹2644938531›', '‹3094 98412 1›'],
    ignores: ['Medicare 2026130809', '0375 39411 1'],
  },
  {
    detector: 'au-ihi',
    finds: ['IHI ‹8003601031542769›', '‹8003 6031 0550 8460›'],
    ignores: ['IHI 8003600190764900', '8003 6045 8424 7110'],
  },
  {
    detector: 'ca-health-card',
    finds: ['Health card ‹6140-056-893›', 'OHIP: ‹3466-457-052-AB›'],
    ignores: ['Health card 1690-936-674', 'OHIP: 0828-342-179-AB', 'Build 3466-457-052-AB'],
  },
  {
    detector: 'ca-ramq',
    finds: ['RAMQ ‹TREM 9506 1218›', 'NAM: ‹BOUF94032911›'],
    ignores: ['NAM: BOUF94992911', 'RAMQ BOUF9403291'],
  },
  {
    detector: 'de-kvnr',
    finds: ['Krankenkasse KVNR: ‹A813556764›', '‹M820239690›'],
    ignores: ['Krankenkasse KVNR: A962207065', 'M851316954'],
  },
  {
    detector: 'de-lanr',
    finds: ['LANR ‹947270401›', 'Arztnummer: ‹824248877›'],
    ignores: ['LANR 353894201', 'Arztnummer: 433712262', 'Build 824248877'],
  },
  {
    detector: 'nz-nhi',
    finds: ['NHI ‹ZAC4454›', 'NHI number: ‹ABC24UD›'],
    ignores: ['NHI ZAC7065', 'NHI number: ABC20OQ'],
  },
  {
    detector: 'br-cns',
    finds: ['CNS ‹777914896468567›', 'Cartão SUS: ‹168319093545380›'],
    ignores: ['CNS 731566115603855', 'Cartão SUS: 187678915413601'],
  },
  {
    detector: 'mrn',
    finds: ['MRN: ‹00482913›', 'Patient ID ‹AB482913›', 'medical record number ‹482913›'],
    ignores: ['Ticket 00482913', 'MRN pending'],
  },
  {
    detector: 'health-insurance-member-id',
    finds: ['Member ID: ‹XYZ123456789›', 'insurance policy number ‹98765432›'],
    ignores: ['Ticket XYZ123456789', 'Member ID pending'],
  },
  {
    detector: 'icd10-with-diagnosis-word',
    finds: ['Diagnosis: ‹E11.9›', 'diagnosed with ‹F32›'],
    ignores: ['Section E11.9', 'diagnosis pending'],
  },
  {
    detector: 'ndc',
    finds: ['NDC ‹0777-3105-02›', 'prescription: ‹50242-040-62›'],
    ignores: ['Part 0777-3105-02', 'NDC 0777-31'],
  },
];
