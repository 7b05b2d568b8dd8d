import { list } from '../list';

/**
 * Parts of the names of illnesses, injuries and treatments in the supported languages, without accents. A part may be anywhere
 * in a word: `arthros` is in Arthrose, arthrosis and Kniearthrose.
 */
export const ILLNESS_PARTS = list(`
  diabet, zuckerkrank, cukrzyc, thyreos, thyroid, tiroid, schilddrus, hypertens, hypertoni, bluthochdruck, hipertens, ipertens, nadcisnieni,
  infarct, infarkt, infarto, zawal, arrhythm, arytmi, aritmi, fibrillat, fibriller, flimren, fibrilac, fibrillaz, vorhofflimm, formaksflimm, herzinsuff,
  herzkrank, heart failure, heart attack, insuffisance card, insuffisance ren, insuficiencia, insufficienza, scompenso, hartfalen, niewydolnosc,
  schlaganfall, beroerte, thrombos, trombos, embolism, lungenembol, aneurysm, aneurism, haemorrhag, hemorrhag, hemorrag, emorrag,
  hirnblut, asthm, bronch, neumon, pneumothor, lungenentzund, polmonit, longontsteking, tubercul, tuberkul, epilep, epiless, padaczk, migrane, migrana,
  migrain, emicran, parkinson, alzheimer, dementi, demenz, demenc, sclerose en plaques, sclerose, sklerose, sclerosi, stwardnieni, neuropath, neuropat,
  meningit, encephalit, paraplegi, hemiplegi, concussion, gehirnerschutt, depressi, depresi, depresj, anxiety, anxieux, angststor,
  ansiedad, burnout, burn out, bipolar, schizo, esquizo, psychos, psicosi, autis, anorex, bulim, alcoholis, alkoholabh, alcooli, alkoholkrank,
  suchterkrank, suicid, suizid, panikstor, anpassungsst, trastorno, posttraum, cancer, cancro, brustkrebs, krebserkrank, carcino,
  karzino, tumor, tumeur, nowotwor, melanom, lymphom, linfom, leukem, leukam, leucem, sarkom, sarcom, metasta, kanker, myelom,
  gastrit, colitis, colite, kolitis, crohn, celiac, celiaq, coeliac, coeliaq, zoliakie, epatit, cirrhos, zirrhos, cirros, pancreatit,
  pankreatit, appendicit, blinddarm, gallenst, gallstone, cholecyst, cholezyst, colecist, magengeschw, reizdarm, hernia, hernie,
  leistenbruch, arthrit, artrit, arthros, artros, rheuma, reuma, fibromyal, osteopor, bandscheib, slipped disc, herniated, ernia del, discopat,
  lumbalg, lombalg, lumbag, sciatic, ischias, ciatic, sciatal, skolios, scolios, escolios, fractur, fraktur, frattur, zlamani, knochenbruch,
  kreuzband, menisk, menisc, tendinit, karpaltunnel, carpal tunnel, canal carp, syphilis, sifilis, chlamyd, gonorr, malaria, borreli, sepsis,
  herpes, nephropath, nefropat, nephrit, nierenst, niereninsuff, kidney disease, renal failure, dialys, dialisi, cystitis, zystitis, prostat,
  endometrio, pregnan, schwanger, enceinte, grossesse, embaraz, gravidanz, zwanger, miscarr, fehlgeburt, fausse couche,
  anaemi, anemia, anamie, anemie, haemophil, hemophil, hamophil, sickle cell, thalass, anaphyla, anafila, allerg, alerg, unvertraglich,
  psoria, eczem, ekzem, dermatit, glaucom, glaukom, catarac, katarakt, tinnitus, horsturz, schwerhorig, schwerbehind, disabilit,
  surgery, operiert, amputat, transplantat, trasplant, chemotherap, quimioterap, mastect, ectomy, ektomie, hip replacement,
  knee replacement, kaiserschnitt, bypassop, knieoper, huftoper, operation am, lumbar fusion, hiv positiv, hiv 1, hba1c,
  maladie d, morbo di, enfermedad d, doenca d, choroba, sjukdom, cardiopat, kardiopat, cardiomyopath,
  sarcoid, sarkoid, sinusit, sinuit, otitis, tonsill, divertic, divertik, phlebit, flebit, vasculit, vaskulit, carditis, cardite, kardit, bursit,
  laryngit, pharyngit, faringit, rhinitis, konjunktivit, conjunctivit, parodont, peritonit, osteomyelit, cellulitis, spondyl, neuralg, nevralg, myalg, mialg,
  gastroenterit, norovir, salmonell, clostrid, entzundung, ontsteking, zapaleni, reflux, ulcus, ulcer, decubit, dekubit, geschwur, kolik, renal colic,
  colique n, colique h, colica renal, colica bil, colica neph, colica nef, colico nef, stenos, klappenfehl, angina, tachycard, tachykard, taquicard, bradycard, bradykard, hypoglyc, hypoglyk, ipoglic,
  hipogluc, hyperlipid, dyslipid, adipos, obesit, obesid, apnoe, apnea, insomnie, insomnio, insonnia, insonia, schlafstor, incontinen, inkontinen, dysphag, aphasi, afasi,
  delir, psychot, essstor, substance misuse, scabies, shingles, gurtelros, zoster, mumps, measles, masern, varicell, windpocken, keuchhust,
  mononucl, mycosis, mykos, polypen, polyps, prolaps, luxation, verstauch, sprain, halsbruch, armbruch, beinbruch, rippenbruch, contusion, kontusion, prellung,
  biops, eclamps, eklamps, alopec, urticar, urtikar, orticar, makuladegen, macular degen, syndrom, sindrom, dystroph, distrof, ataxi, atassi,
  paresis, parese, tremor, seizures, krampfanf, overdos, uberdos, arteriosk, atheroscl, krampfader, varices, hamorrho, haemorrho, hemorrho,
  emorroid, fistel, fistul, abszess, absces, ascess, gangra, gangre, nekros, necros, lungenod, nephrolith, kidney stone, harnwegsinf,
  urinary tract inf, infection urinaire, infeccion urinaria, schmerzen, chest pain, back pain, anorrh, 糖尿, 高血圧, うつ病, 喘息, 肺炎, 骨折, ヘルニア, 梗塞, 腎不全, 心不全, 認知症, 脳卒中, 腫瘍, 癌, 白血病, 関節症, リウマチ, アレルギー, 妊娠, てんかん, 統合失調, 狭心症, 不整脈, 結核, 潰瘍, 腸炎, 膵炎, 肝炎, 緑内障, 白内障, 腰痛, 腹痛, 頭痛, 骨粗, 甲状腺, 貧血, 不眠, 適応障害,
  双極, 花粉症, 痛風, kraeft, brystkr, prostatakr, lungekr, tarmkr, hudkr, slidgigt, leddgikt, enxaqueca, luszczyc
`);

/** Short names, which count as whole words near a label or a verb only. */
export const ILLNESS_WORDS = list(`
  vih, copd, kol, bpco, avc, ictus, udar, asma, astma, gicht, gota, lupus, lyme, adhd, adhs, tdah, ptsd, ptbs, covid, grippe, ansia, krebs, infekt, infection,
  infektion, borderline, handicap, arachides, nuts, peanuts, penicillin, incinta, gravid, ciaza
`);

/** The same; they are too frequent within other words to look for them: `hiv` is in archive. */
export const FREQUENT_ILLNESS_WORDS = list(`
  hiv, aids, sida, epoc, tia, stroke, gout, mania, flu, rak, latex, operation, operacja, operacion
`);

/** Labels of an illness or a treatment, and verbs that state one. */
export const ILLNESS_LABELS = list(`
  diagnos, rozpoznani, allergies, suffers from, leidet an, leidet unter, erkrankt an, souffre d, atteint d, atteinte d, padece, sufre de, affett, soffre di,
  sofre de, lijdt aan, choruje na, cierpi na, lider av, lider af, tested positive, treated for, signed off with, off with, off sick, krankgeschrieben,
  arret maladie, de baja por, ingresa por, ricoverat, internad, opgenomen met, vorerkrank, antecedent, pathologi, patologi, enfermedad,
  maladie, malattia, doenca, aandoening, medical condition, health condition, medical history, reason of absence, reason for absence, absence reason,
  grund der abwesenheit, med. besonderheiten, presenting complaint, chief complaint, for admission, of admission, dx:, pmh:, aufnahmegrund, einweisungsgrund,
  motif d'hosp, motif d'adm, motivo de ing, motivo del ric, motivo de int, motivo de cons, reden van opname, powod przyj, 主訴, 診断, 病名, 既往歴, アレルギー, を患
`);

/** Labels of medicines, also in headers, and words for a prescription. */
export const MEDICINE_LABELS = list(`
  medication, medicine, meds, prescri, rx:, medikament, medikation, verordnung, arzneimittel, medicament, traitement, ordonnance, medicacion,
  medicamento, tratamiento, farmac, terapia, prescrizione, medicacao, medicijn, medicatie, lekarstw, leki, przyjmowane lek,
  lakemedel, laakitys, medisin, medicin, 処方, 投薬, 薬
`);

/**
 * Parts of the names of medicines: the stems of the WHO ("The use of stems in the selection of international nonproprietary names"),
 * names of its list of essential medicines that have no stem, and common brands. Without endings, so that "pregabaline" and "pregabalina"
 * need no entry.
 */
export const MEDICINE_STEMS = list(`
  lapril, ipril, opril, prolol, atenolol, sartan, evastatin, rvastatin, avastatin, wastatyn, prazol, conazol, cillin, cilina, metformin, insulin,
  thyrox, tyrox, tirox, xaban, gliptin, gliflozin, glutid, tirzepatid, exenatid, glitazon, gliclaz, glimepir, glibencl, gatran, heparin, eparina, xaparin, daparin, warfarin,
  procoum, coumon, marcumar, sintrom, dogrel, sugrel, grelor, prednis, cortison, metason, ethason, cinolon, budeson, budezon, butamol, meterol,
  moterol, buterol, tropium, lukast, codein, morphin, morfin, codon, fentanyl, tramadol, tapentad, tilidin, metadon, methadon, prenorf,
  prenorph, naloxon, naltrexon, profen, naprox, fenac, oxicam, coxib, paracetam, acetaminoph, metamiz, acetylsal, lithium, litium, carbonato de litio, carbonato di litio, oxetin,
  sertralin, talopram, zapin, tiapin, alafax, lafaxin, bupropion, trazodon, triptyl, triptil, tryptil, mipramin, peridol, peridon, piprazol,
  azepam, zolam, barbital, olpidem, opiclon, valproat, valproin, lamotrigin, etiracetam, carbamazepin, carbazepin, topiramat, lacosam, phenyto, fenitoi, gabalin, gabapent,
  ropinirol, pramipex, rasagil, levodopa, donepez, rivastig, memantin, baclof, tizanid, triptan, setron, metoclop, domperid, methylphenid, metilfenid, atomox, dexamfet,
  dexamphet, furosemid, torasemid, thiazid, tiazid, spironol, eplereno, odipin, edipin, nidipin, diltiaz, verapam, amiodar, flecain, digox, digitox, ivabr, nitroglyc,
  ezetim, fibrat, allopur, alopur, febuxo, colchic, colquic, dronat, dronic, methotrex, metotrex, azathiopr, azatiopr, mycophen, rolimus, chloroquin, cloroquin, hydroxychlor, idroxiclor,
  sulfasal, mesalaz, leflunom, umab, ximab, tinib, ciclib, zomib, laparib, caparib, citabin, rubicin, isplatin, oplatin, litaxel, etaxel, fosfamid, tamoxifen, trozol, lutamid,
  floxacin, mycin, micin, tracyclin, doxycyc, doxicic, minocyc, cefa, cefuro, ceftr, cefix, cefpod, cephal, penem, nidazol, clindam, vancom, linezol, nitrofuran,
  trimethop, cotrimox, rifamp, isoniaz, etambut, ciclovir, tegravir, vudin, onavir, unavir, zanavir, buvir, ivermect, bendazol, nystat, nistat, terbinaf, lidocain, asterid,
  tamsul, fenacin, denafil, dalafil, estradiol, gestrel, gestron, progester, testost, levothyr, imazol, carbimaz, tiamaz, thiamaz, cetirizin, loratad, fexofenad, hydroxyz,
  promethaz, prometaz, melaton, epineph, ketamin, midazol, oxytoc, misopros, epoet, filgras, lactulos, laktulos, macrogol, makrogol, loperam, aspirin, ventolin, voltaren, novalgin,
  nolotil, tachipirin, buscopan, kardegic, dolipran, dafalgan, spasfon, lyrica, keppra, seroquel, zyprexa, cymbalta, prozac, zoloft, ritalin, elvanse, humira,
  enbrel, lantus, humalog, novorapid, ozempic, trulicity, jardiance, forxiga, entresto, plavix, lixiana, pradaxa, xarelto, eliquis, clexane, symbicort, spiriva, tavor, xanax,
  rivotril, tegretol, madopar, sinemet, augmentin, brufen, alvedon, pyralgin, ワルファリン, インスリン, メトホルミン, プレドニゾロン, ロキソニン, アムロジピン
`);
