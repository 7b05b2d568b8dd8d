import { list } from '../list';

/**
 * Parts of the names of illnesses, injuries and treatments in the supported languages, without accents. A part may be anywhere
 * in a word: `arthros` is in Arthrose, arthrosis and Kniearthrose.
 */
export const ILLNESS_PARTS = list(`
  sclerose en plaques, zapal plic, zapalu plic, fieberkr, diabet, zuckerkrank, cukrzyc, thyreos, thyroid, tiroid, schilddrus, hypertens, hypertoni, bluthochdruck, ipertens, nadcisnieni, infarct, infarkt, infarto, zawal,
  arrhythm, arytmi, aritmi, fibrillat, fibriller, flimren, fibrilac, fibrillaz, vorhofflimm, formaksflimm, herzinsuff, herzkrank, heart failure, heart attack, insuffisance card,
  insuffisance ren, insuficiencia, insufficienza, scompenso, hartfalen, niewydolnosc, schlaganfall, beroerte, thrombos, trombos, lungenembol, aneurysm, aneurism, haemorrhag, hemorrhag,
  emorrag, hirnblut, asthm, bronch, neumon, pneumothor, lungenentzund, polmonit, tubercul, tuberkul, epilep, epiless, padaczk, migrain, emicran, parkinson, alzheimer, dementi, demenz,
  demenc, sclerose, sklerose, sclerosi, stwardnieni, neuropat, meningit, encephalit, paraplegi, hemiplegi, concussion, gehirnerschutt, depressi, depresi, depresj, anxiety, anxieux,
  angststor, ansiedad, burnout, burn out, bipolar, schizo, esquizo, psychos, psicosi, autism, autistic, autistis, anorex, bulim, alcoholis, alkoholabh, alcooli, alkoholkrank,
  suchterkrank, suicid, suizid, panikstor, anpassungsst, trastorno, posttraum, cancer, cancro, krebserkrank, carcino, karzino, tumor, tumeur, nowotwor, melanom, lymphom, linfom, leukem,
  leukam, leucem, sarkom, sarcom, metasta, kanker, myelom, gastrit, colitis, colite, kolitis, crohn, celiac, celiaq, coeliac, coeliaq, zoliakie, epatit, cirrhos, zirrhos, cirros,
  pancreatit, pankreatit, appendicit, blinddarm, gallenst, gallstone, cholecyst, cholezyst, colecist, magengeschw, reizdarm, hernia, hernie, leistenbruch, arthrit, artrit, arthros,
  artros, rheuma, reuma, fibromyal, osteopor, bandscheib, slipped disc, ernia del, discopat, lumbalg, lombalg, lumbag, ischias, ciatic, sciatal, skolios, scolios, fractur, fraktur,
  frattur, knochenbruch, kreuzband, menisk, menisc, tendinit, karpaltunnel, carpal tunnel, canal carp, syphilis, sifilis, chlamyd, gonorr, malaria, borreli, sepsis, herpes, nephropath,
  nefropat, nephrit, nierenst, niereninsuff, kidney disease, renal failure, dialys, dialisi, cystitis, zystitis, prostat, endometrio, pregnan, schwanger, enceinte, grossesse, embaraz,
  gravidanz, zwanger, miscarr, fehlgeburt, fausse couche, anaemi, anemia, anamie, anemie, haemophil, hemophil, hamophil, sickle cell, thalass, anaphyla, anafila, allerg, alerg,
  unvertraglich, psoria, eczem, ekzem, dermatit, glaucom, glaukom, catarac, katarakt, tinnitus, horsturz, schwerhorig, schwerbehind, disabilit, surgery, operiert, amputat, transplantat,
  trasplant, chemotherap, quimioterap, mastect, ectomy, ektomie, hip replacement, knee replacement, kaiserschnitt, bypassop, knieoper, huftoper, operation am, lumbar fusion, hiv positiv,
  hiv 1, hba1c, maladie d, morbo di, enfermedad d, doenca d, choroba, sjukdom, cardiopat, kardiopat, cardiomyopath, sarcoid, sarkoid, sinusit, sinuit, otitis, tonsill, divertic, divertik,
  phlebit, flebit, vasculit, vaskulit, carditis, cardite, kardit, bursit, laryngit, pharyngit, faringit, rhinitis, konjunktivit, conjunctivit, parodont, peritonit, osteomyelit,
  cellulitis, spondyl, neuralg, nevralg, myalg, mialg, gastroenterit, norovir, salmonell, clostrid, entzundung, ontsteking, zapaleni, reflux, ulcus, ulcer, decubit, dekubit, geschwur,
  kolik, renal colic, colique n, colique h, colica renal, colica bil, colica neph, colica nef, colico nef, stenos, klappenfehl, angina, tachycard, tachykard, taquicard, bradycard,
  bradykard, hypoglyc, hypoglyk, ipoglic, hipogluc, hyperlipid, dyslipid, adipos, obesit, obesid, apnoe, apnea, insomnie, insomnio, insonnia, insonia, schlafstor, incontinen, inkontinen,
  dysphag, aphasi, afasi, delir, psychot, essstor, substance misuse, scabies, shingles, gurtelros, zoster, mumps, measles, masern, windpocken, keuchhust, mononucl, mycosis, mykos,
  polypen, polyps, prolaps, luxation, verstauch, sprain, halsbruch, armbruch, beinbruch, rippenbruch, contusion, kontusion, prellung, biops, eclamps, eklamps, alopec, urticar, urtikar,
  orticar, makuladegen, macular degen, syndrom, sindrom, dystroph, distrof, ataxi, atassi, paresis, parese, tremor, seizures, krampfanf, overdos, uberdos, arteriosk, atheroscl,
  krampfader, varices, hamorrho, haemorrho, hemorrho, emorroid, fistel, fistul, abszess, absces, ascess, gangra, gangre, nekros, necros, lungenod, nephrolith, kidney stone, harnwegsinf,
  urinary tract inf, infection urinaire, schmerzen, chest pain, back pain, anorrh, 糖尿, 高血圧, うつ病, 喘息, 肺炎, 骨折, ヘルニア, 梗塞, 腎不全, 心不全, 認知症, 脳卒中, 腫瘍, 癌, 白血病, 関節症, リウマチ, アレルギー, 妊娠, てんかん, 統合失調,
  狭心症, 不整脈, 結核, 潰瘍, 腸炎, 膵炎, 肝炎, 緑内障, 白内障, 腰痛, 腹痛, 頭痛, 骨粗, 甲状腺, 貧血, 不眠, 適応障害, 双極, 花粉症, 痛風, kraeft, brystkr, lungekr, tarmkr, hudkr, slidgigt, leddgikt, enxaqueca, luszczyc,
  high blood press, low blood press, hoher blutdruck, hohen blutdruck, tension arter, tension alta, pressione alta, pressao alta, hoge bloeddruk, wysokie cisnien, hogt blodtryck,
  forhojet blodtryk, heart disease, heart condition, heart murmur, cardiac arrest, herzschwach, herzfehler, herzrhythm, herzschrittm, hjartsvikt, hjertesvigt, hjertestop, hartaanval,
  migotani, fibrilha, pacemaker, rozrusznik serca, stimulateur card, marcapasos, kidney fail, liver disease, liver fail, calculs ren, calculs bil, calculos ren, calculos bil, calcoli ren,
  calcoli bil, pedras nos rins, nierste, njursten, nyresten, kamica, kamienie nerk, nyresvigt, njursvikt, nierfalen, nierenversag, marskosc, skrumplever, skrumpelever, broken wrist,
  broken arm, broken leg, broken ankle, broken hip, broken foot, broken collarbone, broken rib, gebrochener arm, gebrochenes bein, gebrochenen, poignet casse, jambe cassee, bras casse,
  muneca rota, pierna rota, brazo roto, polso rotto, gamba rotta, braccio rotto, pulso partido, perna partida, braco partido, gebroken pols, gebroken heup, gebroken been, gebroken enkel,
  zlaman, bruten hand, bruten arm, brutet ben, brækket, bensbrott, lenksbruch, lenkbruch, schenkelhals, torn liga, torn tendon, torn muscle, ligament, achilles, kruisband, korsband,
  wiezadl, banderriss, muskelfaser, muskelzerr, sehnenriss, entorse, esguince, distorsione, verstuik, stukad, stukat, forstuv, skrecen, whiplash, schleudertr, knee injury, back injury,
  head injury, knieverletz, frozen shoulder, tennis elbow, tennisarm, hexenschuss, mal de dos, mal au dos, schluckst, aborto esp, apneia, slaapap, menopauz, dolor de esp, mal di sch,
  dores nas c, rugklacht, rugpijn, bol plecow, bole plecow, kulszow, ryggont, ryggskott, rygsmert, iskias, sciatiq, diskbrack, diskusprol, alkoholmis, migrän, rottura del leg, ångest,
  przepuklin, glandular fever, drusenfieber, chickenpox, varicel, waterpok, vattkopp, skoldkopp, ospa wiet, whooping, coqueluch, tos ferina, pertoss, tosse conv, kinkhoest, krztus,
  kikhost, kighost, hearing loss, hearing impair, deafness, blindness, visual impair, visually impair, sehbehind, legasthen, dyslex, dislex, disless, dysleks, dysprax, surdite, sordera,
  sordita, surdez, malvoyan, malentend, slechthor, slechtzien, niedosluch, horselned, horetab, ordblind, asperger, obsessive comp, panic attack, panic disord, eating disord,
  personality disord, panikattack, zwangsstor, personlichkeitsst, magersucht, crises d'ang, crise d'ang, ataques de pan, attacchi di pan, ataki paniki, angststoorn, paniekaanv,
  paniekstoorn, zaburzenia l, panikang, epuisement prof, esaurimento n, esgotamento, wypalenie zaw, utbrand, udbrændt, overspann, utmattning, skizof, otepien, depressao, motor neurone,
  tumour, mkrebs, tkrebs, nkrebs, akrebs, rkrebs, leukaem, bialaczk, radiother, radioter, bestrahlung, bestraling, stralbehandl, stralebehandl, cellgift, kemoterap, chemioterap,
  chemoterap, immunother, fertility treat, kinderwunschbeh, fibroid, ovarian, menopaus, wechseljahr, klimakter, overgangsalder, miskraam, poronien, missfall, aborto spont, gravidit,
  gravidez, irritable bow, rosacea, cold sore, hay fever, hayfever, heuschnupf, hofeber, laktoseint, laktosint, lactose-int, intolerance au, intolleranza, intolerancia, nietoleranc,
  glutenint, uczulen, celiaki, coeliak, coliaki, insomnia, slapeloos, bezsenn, somnlos, sovnlos, schlaflos, alcohol depend, alcohol abuse, alkoholsucht, alkoholism, alkoholizm, alcolism,
  drug addict, addiction, spielsucht, drogensucht, toxicoman, tossicodip, toxicodep, drogadic, verslaving, uzaleznien, missbruk, blood clot, blutgerinn, blodprop, zakrzep, zatorow,
  emboli, deep vein, varicose, spatader, zylaki, aderbrack, areknud, varizes, varici, cerebral palsy, spina bifida, cystic fib, mukovisz, mucovisc, emphysem, pleuris, colostom,
  gastric band, vertigo, vertigin, vertiges, vertigens, meniere, facial palsy, bell's palsy, duizelig, zawroty glow, svimmel, sodbrenn, reflujo, refluss, refluks, maagzweer, wrzod,
  magsar, mavesar, blodbrist, blodmangel, blutarmut, bloedarmoed, niedokrwist, nesselsucht, virusinf, cystite, cistit, otite, oorontst, amigdal, halsfluss, betændels, inflammation,
  sinfektion, infeccion, infezione, infecao, infeccao, catarat, grauer star, grauen star, gruner star, grunen star, grå stær, grøn stær, zacm, jaskr, commotion c, conmocion, commozione c,
  hersenschud, wstrzas moz, hjarnskak, hjernerys, escarre, odlezyn, trycksar, liggesar, doorlig, apendicit, blindtarm, galsten, gallsten, galdest, eccem, eczee, egzem, eksem, neurodermit,
  schuppenfl, polpas, baltros, helvedes, gordelr, fuoco di sant, botontkalk, benskorh, knogleskor, leddegigt, podagra, zwyrodnien, gruzlic, tubercolos, boreli, migren, stofskifte,
  hypotyr, tarczyc, skoldkort, schildklier, bezdech, somnapn, sovnapn, apnee, hofteoper, hoftprot, hip operation, knee operation, huftproth, knieproth, prothese de, protesis de,
  protesi d, protese da, endoproteza, nieuwe heup, nieuwe knie, knie-op, huft-op, tunel carp, tunnel carp, carpaal, ciesn nadg, bronkit, bronquit, oskrzel, hjernebl, hersenbl, herseninf,
  autyz, demens, fratur, enfarte, fauteuil roul, sarampi, rougeol, morbillo, suikerziekt, sockersjuk, sukkersyg, stluczen, dna moczan, zoladka, torn menis, ruptured, stresszust, erschopf,
  nervous breakdown, self-harm, narcolep, narkolep, palpitat, 細動, 脂質異常, インフルエンザ, 新型コロナ, 捻挫, パニック障害, 不安障害, 発達障害, 強迫性障害, 摂食障害, 聴覚障害, 視覚障害, 自閉症, アルツハイマー, パーキンソン, 脳出血, 乳がん, 胃がん, 肺がん, 腸がん,
  腺がん, 宮がん, 抗がん剤, 流産, 早産, 筋腫, 内膜症, 更年期, 道炎, 胆石, 虫垂炎, 盲腸, アトピー, 湿疹, 疱疹, 無呼吸, 依存症, 血栓, 透析, 肝硬変, 難聴, めまい, 褥瘡, 熱中症, 震盪, 腎炎, 支炎, 中耳炎, 膚炎, 胃炎, 蕁麻疹, ernia ing, ernia disc, liesbreuk, skleroz,
  bipolair, plane nesto, fractuur, benbrott, zlomen, knoglebrud, cukrovk, rakovin, ospe wiet, malattia d, zapal plic, deprese, chripk, pulmonary fib, vitiligo, ringworm, head lice,
  impetigo, pink eye, detached ret, retinal det, labyrinthi, fatty liver, overactive blad, tourette, repetitive strain, tendonit, dislocated shoulder, dengue, food poison, stomach bug,
  blood poison, high cholest, iron defic, eisenmangel, hodgkin, c-section, caesarean, pressure sore, wheelchair, rollstuhl, root canal, wurzelbehand, wisdom teeth, wisdom tooth,
  weisheitsz, toothache, zahnschm, spinal inj, paralysed, paralyzed, jaundice, gelbsucht, bed-wett, diarrh, durchfall, swallowing diff, low blood sugar, unterzuck, heatstroke, hitzschl,
  plantar fasc, verruca, athlete's foot, mastitis, myasthen, restless leg, kyphos, cleft pal, scarlet fever, scharlach, strep throat, artery dis, raynaud, sjogren, scleroderm, colonoscop,
  koloskop, darmspieg, coloscop, acl tear, rotator cuff, torn calf, hamstring, gender dysph, sore throat, headache, kopfschm, halsschm, bauchschm, mental health prob, erkaltung, gehorlos,
  netzhautabl, schulter-op, rucken-op, augen-op, zahn-op, knochelbr, wirbelbr, nabelbr, zwerchfellbr, fingerbr, myom, hashimoto, kopflaus, wundrose, offenes bein, kreislaufpr,
  querschnittsl, lahmung, spastik, trisomie, selbstverletz, schulangst, fructoseint, fruktoseint, fersensporn, hallux, gleichgewichtsst, platzwunde, bisswunde, eierstock,
  lebensmittelverg, blutverg, rhume, colon irrit, coliques n, boulim, acouphen, decollement de r, cesarien, fibrome, scarlatin, oreillons, conjonctiv, gastro-ent, intoxication alim,
  intoxicacion alim, intossicazione alim, intoxicacao alim, seropositi, sieropositi, septicem, fievre, dents de sag, maux de tete, mal de tete, maux de ventre, chimio, urticair,
  œdeme de q, drepanocyt, tetrapleg, brulures, traumatisme, coup du lapin, arythm, arritm, cholester, colester, kolester, surmenage, phobie scol, resfriad, rinitis, rinite, jaqueca,
  acufen, desprendimiento de r, luxacion, lussazion, luxacao, cesarea, mioma, tosferina, paperas, piojos, conjuntiv, congiuntiv, fiebre, muelas del j, dolor de cabeza, amputac, amputaz,
  paraplej, fecundacion in, fecondazione ass, postraumat, emofil, laringit, discapacid, quemadur, latigazo cerv, cirugia de, operado de, operada de, operado al, operada al, operato al,
  operata al, agotamiento, rotura fib, raffreddor, anoress, cefalea, distacco di ret, rottura del cr, sifilid, febbre, favism, ustion, trauma cran, colpo di frusta, intervento al,
  strappo musc, stiramento, scabbia, pidocchi, orecchioni, constipac, pedra nos r, sarampo, papeira, piolhos, escaras, dentes do siso, tonturas, deficiencia mot, deficiencia vis,
  queimadur, cirurgia a, verkoudh, prikkelbare d, hoofdpijn, buikpijn, sleutelbeenbr, aambei, keizersn, mazelen, roodvonk, hoofdluis, schurft, krentenb, vijfde ziekte, buikgriep,
  voedselverg, ziekte van, bloedverg, slikprobl, koorts, verstandskies, chemotr, chemokuur, dwarslaes, syndroom, dwangst, galbult, hielspoor, brandwond, hersenlet, przezieb, katar sienn,
  jelita draz, chloniak, guz mozgu, nerwic, napady paniki, anoreks, bol glowy, bole glowy, szumy usz, gluchot, niedowidz, dyskopat, bole kreg, bol kreg, skrecona k, hemoroid, cesarsk,
  miesniak, szkarlatyn, swierzb, jelitowk, zatrucie pok, mononukl, nietrzymani, goraczk, hipoglik, dializ, paraliz, porazenie moz, zespol down, proba samob, samobojcz, pokrzywk, skolioz,
  niepelnospraw, oparzeni, uraz glowy, operacja kol, forkyl, forkøl, luftrorsk, hosnuv, magkatarr, lymfom, atstorn, huvudvark, hovedpine, horselsk, armbrott, ljumskbr, hemorrojd, hæmorid,
  havandesk, kejsarsn, kejsersn, massling, mæsling, scharlakansf, skarlagensf, passjuka, fåresyge, magsjuk, krakssjuk, maveinfl, maveonde, matforg, madforg, kortelf, kyssesyge, blodforg,
  forlamad, sjalvmord, selvmord, nasselut, nældefeb, brannskad, brandsår, knaop, slagtilf, irritabel tyk, hjernesv, spiseforst, hold i ryg, lyskebr, svangerskabsf, tryksar, ny hofte,
  fertilitetsb, piskesm, vysoky tlak, mrtvic, nachlazen, zanet, zaludecni vred, zlucnikov, ledvinov, vyhoreni, otres moz, sedy zakal, ploten, bolesti zad, artroz, revma, pretrzen,
  karpalni tun, podvrtnut, tehotn, lupenk, pasovy opar, nestovic, spalnick, cerny kasel, svrab, prolezenin, horeck, zavrat, nespavost, kardiostimul, ozarovan, dialyz, ochrnut, 風邪, 副鼻腔,
  結石, 膀胱炎, 硬化症, ぎっくり腰, 靭帯, 帝王切開, 乾癬, 水ぼうそう, 水痘, はしか, 百日咳, おたふく, 手足口病, ノロウイルス, 食中毒, 敗血症, 床ずれ, 失禁, 発熱, 低血糖, 放射線治療, 人工股, ダウン症, 不妊治療, 自殺, じんましん, ペースメーカー, 親知らず, やけど, むちうち, 半月板, 腱鞘炎, 嚥下, 拘縮,
  麻痺, パニック症, huntington's, hypertenz, pneumopat, brystsmert, brostsmart, strahlenther, stralingsther, dialise, hoftebrud, larbensbrud, gallbladder op, epilett, macula deg, gallenblase, cukrzyk, diabeet, lavt blodsukker, vomiting, arm gebroch, bein gebroch, fuss gebroch, gelenk gebroch,
  been gebroken, arm gebroken, pols gebroken, ernia cerv, ernia lomb
`);

/** Short names, which count as whole words near a label or a verb only. */
export const ILLNESS_WORDS = list(`
  vih, copd, kol, bpco, avc, ictus, udar, asma, astma, gicht, gota, lupus, lyme, adhd, adhs, tdah, ptsd, ptbs, covid, grippe, ansia, krebs, infekt, infection, infektion, borderline,
  handicap, arachides, nuts, peanuts, penicillin, incinta, gravid, ciaza, influenza, influensa, gripe, griep, grypa, grypy, grype, angine, zona, gikt, gigt, jicht, goutte, gotta,
  schwindel, zerrung, ciazy, ciaze, yrsel, vertige, autism, overgang, abort, autist, eksema,
  mrsa, deaf, gehorlos, polio, croup, stent, thrush, ernia, fieber, feber, gravida, gravide, ptss, sourde, sourd, dmla, poux, gastro, chemo, kemo, chimio,
  sarna, mareos, contractura, colica, sepsi, aborto, febre, doof, rzs, azs, ospa, wszy, sepsa, dov, skabb, fnat, potrat, reha, sturz, erbrechen, verbrennung,
  kratze, roteln
`);

/** The same; they are too frequent within other words to look for them: `hiv` is in archive. */
export const FREQUENT_ILLNESS_WORDS = list(`
  hiv, aids, sida, epoc, dpoc, pochp, tia, stroke, gout, mania, flu, rak, latex, operation, operacja, operacion, ms, ocd, ibs, ivf, dvt, pcos, staar, angst, burns, phda, stress,
  tb, sti, cold, fever, blind, piles, stoma, catheter, colic, hypo, bypass, hepc, gale, uti, rsi, bluter, nits, corona
`);

/** Labels of an illness or a treatment, and verbs that state one. */
export const ILLNESS_LABELS = list(`
  diagnos, diagnoz, rozpoznani, allergies, allergic, allergisch, allergisk, allergique, uczulon, alergic, suffers from, suffering from, leidet an, leidet unter, erkrankt an, souffre d, atteint d,
  atteinte d, padece, sufre de, affett, soffre di, sofre de, lijdt aan, choruje na, cierpi na, lider av, lider af, tested positive, treated for, signed off with, off with, off sick,
  krankgeschrieben, sygemeldt, sjukskriv, sykmeldt, krankgemeldet, ziekgemeld, ziek thuis, arret maladie, de baja por, de baixa por, ingresa por, ricoverat, internad, opgenomen met,
  vorerkrank, antecedent, pathologi, patologi, enfermedad, maladie, malattia, doenca, aandoening, medical condition, health condition, medical history, reason of absence,
  reason for absence, absence reason, grund der abwesenheit, med. besonderheiten, presenting complaint, chief complaint, broke his, broke her, fractured h, tore h, s'est casse,
  s'est foule, se rompio, se ha roto, si e rott, si e slog, partiu o, partiu a, zlamal, zlomil, for admission, of admission, dx:, pmh:, aufnahmegrund, einweisungsgrund, motif d'hosp,
  motif d'adm, motivo de ing, motivo del ric, motivo de int, motivo de cons, reden van opname, powod przyj, indication, indikation, indicaz, indicac, wskazani, reason for visit,
  reason for ref, reason for cons, reason for att, symptom, sintom, objaw, beschwerden, befund, anamne, gesundheitlich, medical note, medical info, health note, medica, medich, medisch,
  vorgeschicht, voorgeschied, history, motif de cons, motif du s, reden van komst, klachten, wywiad, powod wizy, sokorsak, kontaktarsag, henvisnings, indlaggelsesarsag, impresion diag,
  comorbid, komorbid, 主訴, 診断, 病名, 既往歴, アレルギー, を患
`);

/** Labels of medicines, also in headers, and words for a prescription. */
export const MEDICINE_LABELS = list(`
  medication, medicine, meds, prescri, rx:, medikament, medikation, verordnung, arzneimittel, medicament, traitement, ordonnance, medicacion,
  medicamento, tratamiento, farmac, terapia, prescrizione, medicacao, medicijn, medicatie, lekarstw, leki, przyjmowane lek,
  lakemedel, laakitys, medisin, medicin, lek:, takes:, nimmt:, prend :, prend:, toma:, prende:, neemt:, przyjmuje:, verordnet, 処方, 投薬, 薬
`);

/**
 * Parts of the names of medicines: the stems of the WHO ("The use of stems in the selection of international nonproprietary names"),
 * names of its list of essential medicines that have no stem, and common brands. Without endings, so that "pregabaline" and "pregabalina"
 * need no entry.
 */
export const MEDICINE_STEMS = list(`
  lapril, ipril, opril, prolol, atenolol, sartan, wastatyn, prazol, conazol, cillin, cilina, metformin, insulin, thyrox, tyrox, tirox, xaban, gliptin, gliflozin, glutid, tirzepatid,
  exenatid, glitazon, gliclaz, glimepir, glibencl, gatran, heparin, eparina, xaparin, daparin, warfarin, procoum, coumon, marcumar, sintrom, dogrel, sugrel, grelor, prednis, cortison,
  metason, ethason, cinolon, budeson, budezon, butamol, meterol, moterol, buterol, tropium, lukast, codein, morphin, morfin, codon, fentanyl, tramadol, tapentad, tilidin, metadon,
  methadon, prenorf, prenorph, naloxon, naltrexon, profen, naprox, fenac, oxicam, coxib, paracetam, acetaminoph, metamiz, acetylsal, lithium, litium, carbonato de litio,
  carbonato di litio, oxetin, sertralin, talopram, zapin, tiapin, alafax, lafaxin, bupropion, trazodon, triptyl, triptil, tryptil, mipramin, peridol, peridon, azepam, zolam, barbital,
  olpidem, opiclon, valproat, valproin, lamotrigin, etiracetam, carbamazepin, carbazepin, topiramat, lacosam, phenyto, fenitoi, gabalin, gabapent, ropinirol, pramipex, rasagil, levodopa,
  donepez, rivastig, memantin, baclof, tizanid, triptan, setron, metoclop, domperid, methylphenid, metilfenid, atomox, dexamfet, dexamphet, furosemid, torasemid, thiazid, tiazid,
  spironol, eplereno, odipin, edipin, nidipin, diltiaz, verapam, amiodar, flecain, digox, digitox, ivabr, nitroglyc, ezetim, fibrat, allopur, alopur, febuxo, colchic, colquic, dronat,
  dronic, methotrex, metotrex, azathiopr, azatiopr, mycophen, rolimus, chloroquin, cloroquin, hydroxychlor, idroxiclor, sulfasal, mesalaz, leflunom, umab, ximab, tinib, ciclib, zomib,
  laparib, caparib, citabin, rubicin, isplatin, oplatin, litaxel, etaxel, fosfamid, tamoxifen, trozol, lutamid, floxacin, mycin, micin, tracyclin, doxycyc, doxicic, minocyc, cefa, cefuro,
  ceftr, cefix, cefpod, cephal, penem, nidazol, clindam, vancom, linezol, nitrofuran, trimethop, rifamp, isoniaz, etambut, ciclovir, tegravir, vudin, onavir, unavir, zanavir, buvir,
  ivermect, bendazol, nystat, nistat, terbinaf, lidocain, asterid, tamsul, denafil, dalafil, estradiol, gestrel, gestron, progester, testost, levothyr, imazol, carbimaz, tiamaz, thiamaz,
  cetirizin, loratad, fexofenad, hydroxyz, promethaz, prometaz, melaton, epineph, ketamin, midazol, oxytoc, misopros, epoet, filgras, lactulos, laktulos, macrogol, makrogol, loperam,
  aspirin, ventolin, voltaren, novalgin, nolotil, tachipirin, buscopan, kardegic, dolipran, dafalgan, spasfon, lyrica, keppra, seroquel, zyprexa, cymbalta, prozac, zoloft, ritalin,
  elvanse, humira, enbrel, lantus, humalog, novorapid, ozempic, trulicity, jardiance, forxiga, entresto, plavix, lixiana, pradaxa, xarelto, eliquis, clexane, symbicort, spiriva, tavor,
  xanax, rivotril, tegretol, madopar, sinemet, augmentin, brufen, alvedon, pyralgin, ワルファリン, ワーファリン, インスリン, メトホルミン, プレドニゾロン, ロキソニン, アムロジピン, vastatin, teparin, zaparin, indapamid, vedilol,
  bivolol, sotalol, ranolol, isosorb, ticason, phyllin, fyllin, amoxiclav, clavul, seltamivir, tenofov, closporin, nercept, calciferol, folic acid, folsaur, acide fol, acido fol,
  foliumzuur, cobalamin, kobalamin, carbidop, careldop, beneldop, benseraz, galantam, doxazos, mirabegr, xybutyn, tolterod, thiourac, desmopres, bisacod, famotid, ranitid, adrenalin,
  epipen, disulfir, acampros, vareniclin, buspiron, zonisam, perampan, pirfenid, tretinoin, latanopr, bimatopr, timolol, brimonid, tranexam, thropoiet, sacubit, ranolaz, bumetan,
  hydralaz, minoxid, clonidin, moxonid, methyldop, nocoumar, sevelam, cinacalc, calcitriol, teriparat, octreot, cabergol, bromocript, ergotam, pizotif, flunariz, betahist, cinnariz,
  ketotif, cromogl, clidinium, pyrronium, lanterol, dacaterol, roflumil, golimod, interferon, glatiram, fumarat, flunomid, riluzol, stigmin, lasix, lovenox, seretide, flutiform,
  singulair, thyrax, levaxin, eltroxin, toujeo, tresiba, novomix, wegovy, mounjaro, victoza, januvia, glucophag, siofor, diamicron, lipitor, zocor, norvasc, tritace, triatec, aprovel,
  micardis, cozaar, lopresor, seloken, cardensiel, brilique, aldacton, temesta, lexomil, lexotan, valium, stilnox, imovane, risperdal, abilify, cipralex, seroplex, cipramil, effexor,
  efexor, remergil, remeron, trevilor, neurontin, lamictal, depakin, depakote, sifrol, azilect, aricept, medikinet, vyvanse, strattera, efferalgan, enantyum, ben-u-ron, nurofen, dolormin,
  palexia, oxycontin, targin, durogesic, zaldiar, ixprim, clamoxyl, amoxil, amoksyc, rocephin, zithromax, ciproxin, monuril, bactrim, cotrim, remicade, simponi, cosentyx, stelara, dupixent,
  ocrevus, copaxone, avonex, tecfidera, gilenya, herceptin, glivec, nolvadex, arimidex, fosamax, zyloric, colchimax, pantozol, nexium, mopral, gaviscon, maalox, imodium, movicol,
  dulcolax, motilium, zofran, primperan, paspertin, medrol, cortancyl, solupred, decortin, urbason, zyrtec, clarityn, telfast, fenistil, emerade, anapen, fastjekt, truvada, biktarvy,
  genvoya, microgynon, estradot, viagra, avodart, vesicare, betmiga, multaq, cordaron, digimerck, lanoxin, nitroling, procoralan, suboxon, subutex, antabus, champix, priadel, circadin,
  imigran, maxalt, topamax, aimovig, ajovy, salazopyr, pentasa, imurel, prograf, cellcept, sandimmun, plaquenil, tysabri, adderall, wellbutrin, lexapro, crestor, diovan, tramal, tramol,
  rebif, femara, vomex, mirena, clomid, gonal-f, pradif, quilonum, botox, calcium carb, ferrous, celexa, paxil, klonopin, ativan, synthroid, zestril, advair, flovent, coumadin, percocet,
  vicodin, celebrex, farxiga, inzulin, heparyn, thiamin, tiamin, antidepress, antipsych, neurolept, antiepilep, antiretrov, レボチロキシン, メトトレキサート, アトルバスタチン, ロスバスタチン, オメプラゾール, ランソプラゾール, カルバマゼピン, レベチラセタム, リスペリドン, アリピプラゾール, オランザピン, クエチアピン, セルトラリン, エスシタロプラム, デュロキセチン, ゾルピデム, ブロチゾラム, エチゾラム,
  アピキサバン, リバーロキサバン, アスピリン, カロナール, タクロリムス, フロセミド, ビソプロロール, シタグリプチン, ドネペジル, glucagon, glukagon, prestarium, levemir, letrox, laxido, asacol, clobazam, stalevo, rotigot, neupro, co-codamol,
  fostair, piriton, chlorphen, tamiflu, calcichew, belok, blopress, tenormin, dociton, falithrom, thyronajod, iberogast, opipramol, insidon, doxepin, quilonorm, truxal, melperon,
  pipamperon, dipidolor, orfiril, ergenyl, tegretal, ebixa, novaminsulf, ibuflam, arcoxia, valoron, berotec, sultanol, dekristol, prostagutt, vesikur, salofalk, budenofalk, bepanthen,
  seresta, deroxat, laroxyl, anafranil, tercian, modopar, lamaline, skenan, oramorph, spifen, smecta, inipomp, celestene, previscan, coversyl, bisoce, lasilix, pyostacin, uvedose,
  tardyfer, speciafold, esidrex, xatral, permixon, tromalyt, seguril, apiretal, gelocatil, espidifen, adolonta, orfidal, trankimazin, lexatin, noctamid, dormidina, besitran, seropram,
  esertia, dobupal, dianben, pulmicort, polaramin, ebastel, monurol, zitromax, hidrofer, urorec, rubifen, dolquine, atrovent, duphalac, fortasec, luvion, congescor, torvast, pantorc,
  lansox, toradol, depalgos, serenase, clenil, deltacort, bentelan, zimox, klacid, laevolac, trittico, talofen, varfine, zarator, risidon, lorenin, valdispert, ventilan, lepicort,
  clavamox, folicil, vigantol, selokeen, seroxat, haldol, furabid, dipiperon, fraxipar, flixotid, polocard, amlozek, bibloc, polpril, verospiron, roswera, formetic, controloc, ketonal,
  ibuprom, poltram, afobam, relanium, asertin, mozarin, ketrel, kventiax, lamitrin, cogiton, berodual, encorton, metypred, allertec, duomox, sumamed, furagin, metotreks, milurit, acenok,
  warfin, trombyl, furix, impugan, panodil, citodon, tradolan, oxynorm, stilnoct, propavan, theralen, atarax, stesolid, oxascand, bricanyl, betapred, kavepenin, selexid, lergigan,
  behepan, kalcipos, cilaxor, laxoberal, kodimagn, hjertemagn, marevan, selo-zok, contalgin, imozop, ketogan, unikalk, betaloc, helicid, ibalgin, lexaurin, anopyrin, detralex, zodac,
  xyzal, tiaprid, marcoumar, エリキュース, ニフェジピン, サルタン, ジャヌビア, チラーヂン, タケプロン, ネキシウム, ボルタレン, トラマドール, ソラナックス, マイスリー, ハルシオン, パキシル, ジェイゾロフト, レクサプロ, サインバルタ, リフレックス, セロクエル, リスパダール, ジプレキサ, エビリファイ,
  デパケン, テグレトール, イーケプラ, アリセプト, メマリー, シングレア, フルティフォーム, アドエア, メプチン, プレドニン, アレグラ, ザイザル, タミフル, クラビット, メソトレキセート, コンサータ, ストラテラ, マグミット, センノシド, ラシックス, アルダクトン, ザイロリック, フェブリク, ハルナール
`);
