/**
 * Realistic text without sensitive values, in nine languages. It contains code, logs, tables of numbers, calendars,
 * changelogs, and prose about passwords, sections and addresses. Every run creates the same texts.
 */
export interface NoiseText {
  readonly language: string;
  readonly kind: string;
  readonly text: string;
}

/** A generator of the same numbers in every run (Numerical Recipes). @returns an integer below the limit */
export function seededRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

interface Words {
  readonly months: readonly string[];
  readonly weekdays: string;
  readonly section: string;
  readonly changed: readonly string[];
  readonly logged: readonly string[];
  readonly columns: readonly string[];
  readonly prose: readonly string[];
}

const WORDS: Readonly<Record<string, Words>> = {
  en: {
    months: ['January', 'February', 'March'],
    weekdays: 'Mo Tu We Th Fr Sa Su',
    section: 'section',
    changed: ['Fix the order of rows', 'Update the parser', 'Remove the old client'],
    logged: ['Connection closed', 'Job finished', 'Cache refreshed'],
    columns: ['Region', 'Units', 'Revenue'],
    prose: [
      'The password must have at least 12 characters and expires after 90 days.',
      'Each user chooses a password when the account is created. Passwords are never sent by email.',
      'The token is optional; without a token the server answers with 401.',
      'Set the option password to the value that the administrator gave you.',
    ],
  },
  de: {
    months: ['Januar', 'Februar', 'März'],
    weekdays: 'Mo Di Mi Do Fr Sa So',
    section: 'Abschnitt',
    changed: ['Reihenfolge der Zeilen korrigiert', 'Parser aktualisiert', 'Alten Client entfernt'],
    logged: ['Verbindung beendet', 'Auftrag fertig', 'Zwischenspeicher erneuert'],
    columns: ['Gebiet', 'Stück', 'Umsatz'],
    prose: [
      'Das Passwort muss mindestens 12 Zeichen lang sein und läuft nach 90 Tagen ab.',
      'Das Kennwort: siehe Handbuch. Ein Passwort vergibt der Administrator.',
      'Der Schlüssel wird beim Start erzeugt und im Speicher gehalten.',
    ],
  },
  fr: {
    months: ['janvier', 'février', 'mars'],
    weekdays: 'lu ma me je ve sa di',
    section: 'section',
    changed: ['Corrige l’ordre des lignes', 'Met à jour l’analyseur', 'Supprime l’ancien client'],
    logged: ['Connexion fermée', 'Tâche terminée', 'Cache rafraîchi'],
    columns: ['Région', 'Unités', 'Chiffre'],
    prose: [
      'Le mot de passe doit contenir au moins 12 caractères et expire après 90 jours.',
      'Mot de passe : obligatoire. Chaque utilisateur choisit un mot de passe.',
      'La clé est créée au démarrage et reste en mémoire.',
    ],
  },
  es: {
    months: ['enero', 'febrero', 'marzo'],
    weekdays: 'lu ma mi ju vi sá do',
    section: 'sección',
    changed: ['Corrige el orden de las filas', 'Actualiza el analizador', 'Elimina el cliente antiguo'],
    logged: ['Conexión cerrada', 'Tarea terminada', 'Caché renovada'],
    columns: ['Región', 'Unidades', 'Ingresos'],
    prose: [
      'La contraseña debe tener al menos 12 caracteres y caduca a los 90 días.',
      'Contraseña: obligatoria. Cada usuario elige una contraseña.',
      'La clave se crea al arrancar y se guarda en memoria.',
    ],
  },
  it: {
    months: ['gennaio', 'febbraio', 'marzo'],
    weekdays: 'lu ma me gi ve sa do',
    section: 'sezione',
    changed: ['Corregge l’ordine delle righe', 'Aggiorna il parser', 'Rimuove il vecchio client'],
    logged: ['Connessione chiusa', 'Lavoro finito', 'Cache aggiornata'],
    columns: ['Regione', 'Unità', 'Ricavi'],
    prose: [
      'La password deve avere almeno 12 caratteri e scade dopo 90 giorni.',
      'Password: obbligatoria. Ogni utente sceglie una password.',
      'La chiave viene creata all’avvio e resta in memoria.',
    ],
  },
  pt: {
    months: ['janeiro', 'fevereiro', 'março'],
    weekdays: 'se te qu qi sx sá do',
    section: 'seção',
    changed: ['Corrige a ordem das linhas', 'Atualiza o analisador', 'Remove o cliente antigo'],
    logged: ['Conexão encerrada', 'Tarefa concluída', 'Cache renovado'],
    columns: ['Região', 'Unidades', 'Receita'],
    prose: [
      'A senha deve ter pelo menos 12 caracteres e expira após 90 dias.',
      'Senha: obrigatória. Cada usuário escolhe uma senha.',
      'A chave é criada ao iniciar e fica na memória.',
    ],
  },
  nl: {
    months: ['januari', 'februari', 'maart'],
    weekdays: 'ma di wo do vr za zo',
    section: 'paragraaf',
    changed: ['Herstelt de volgorde van rijen', 'Werkt de parser bij', 'Verwijdert de oude client'],
    logged: ['Verbinding gesloten', 'Taak klaar', 'Cache vernieuwd'],
    columns: ['Regio', 'Aantal', 'Omzet'],
    prose: [
      'Het wachtwoord moet minstens 12 tekens lang zijn en verloopt na 90 dagen.',
      'Wachtwoord: verplicht. Elke gebruiker kiest een wachtwoord.',
      'De sleutel wordt bij het starten gemaakt en blijft in het geheugen.',
    ],
  },
  pl: {
    months: ['styczeń', 'luty', 'marzec'],
    weekdays: 'pn wt śr cz pt so nd',
    section: 'rozdział',
    changed: ['Poprawia kolejność wierszy', 'Aktualizuje parser', 'Usuwa starego klienta'],
    logged: ['Połączenie zamknięte', 'Zadanie zakończone', 'Pamięć odświeżona'],
    columns: ['Region', 'Sztuki', 'Przychód'],
    prose: [
      'Hasło musi mieć co najmniej 12 znaków i wygasa po 90 dniach.',
      'Hasło: wymagane. Każdy użytkownik wybiera hasło.',
      'Klucz powstaje przy starcie i zostaje w pamięci.',
    ],
  },
  ja: {
    months: ['1月', '2月', '3月'],
    weekdays: '月 火 水 木 金 土 日',
    section: '第',
    changed: ['行の順序を修正', 'パーサーを更新', '古いクライアントを削除'],
    logged: ['接続を閉じました', 'ジョブが完了しました', 'キャッシュを更新しました'],
    columns: ['地域', '数量', '売上'],
    prose: [
      'パスワードは12文字以上で、90日後に期限が切れます。',
      'パスワード：必須。各利用者がパスワードを設定します。',
      '鍵は起動時に作成され、メモリに保存されます。',
    ],
  },
};

const HEX = '0123456789abcdef';
const digits = (number: number, length = 2): string => String(number).padStart(length, '0');

/** @returns for each language a text of every kind */
export function noiseTexts(): readonly NoiseText[] {
  return Object.entries(WORDS).flatMap(([language, words], index) => {
    const random = seededRandom(index + 1);
    const pick = (list: readonly string[]): string => list[random(list.length)] ?? '';
    const hex = (length: number): string => Array.from({ length }, () => HEX[random(16)] ?? '0').join('');
    const day = (): string => `20${digits(random(27))}-${digits(random(12) + 1)}-${digits(random(28) + 1)}`;
    const time = (): string => `${digits(random(24))}:${digits(random(60))}:${digits(random(60))}`;
    const version = (): string => `${String(random(9))}.${String(random(30))}.${String(random(20))}`;
    const section = (): string => `${String(random(12) + 1)}.${String(random(9) + 1)}.${String(random(9) + 1)}`;
    const lines = (count: number, line: (number: number) => string): string =>
      Array.from({ length: count }, (_, number) => line(number)).join('\n');
    const uuid = (): string => [8, 4, 4, 4, 12].map(hex).join('-');
    const texts: Record<string, string> = {
      log: lines(
        40,
        (number) =>
          `${day()}T${time()}.${digits(random(1000), 3)}Z INFO [worker-${String(number)}] ${pick(words.logged)} id=${uuid()} ` +
          `in ${String(random(90_000))} ms, ${String(random(9_999_999))} bytes, pid ${String(random(40_000))}, 0x${hex(8)}`,
      ),
      table: [
        `| ${words.columns.join(' | ')} |`,
        lines(30, () =>
          [
            random(90),
            random(9_000_000),
            `${String(random(900))} ${digits(random(1000), 3)} ${digits(random(1000), 3)}`,
          ]
            .map((cell) => `| ${String(cell)} `)
            .join(''),
        ),
        lines(
          20,
          () =>
            `${(random(90_000) / 97).toFixed(2)}\t${(random(90_000) / 97).toFixed(4)}\t${String(random(1_000_000))}`,
        ),
      ].join('\n'),
      calendar: words.months
        .map((month) => `${month} 2026\n${words.weekdays}\n${lines(5, (week) => weekOf(week * 7 + 1))}`)
        .join('\n\n'),
      changelog: lines(
        30,
        (number) =>
          `## ${version()} (${day()})\n\n- ${pick(words.changed)} (#${String(1_000 + number)}, ${hex(40)})\n` +
          `- ${pick(words.changed)}, CVE-2026-${String(10_000 + random(80_000))}: ${version()} → ${version()}.${String(random(9))}`,
      ),
      code: lines(
        12,
        (number) =>
          `const total${String(number)} = await client.getPassword({ id: '${uuid()}', retries: ${String(random(9))} });\n` +
          `static const uint32_t table_${String(number)}[] = { 0x${hex(8)}, 0x${hex(8)}, ${String(random(2 ** 31))} };\n` +
          `.icon-${String(number)} { color: #${hex(6)}; margin: 0 ${String(random(90))}px ${String(random(90))}px }\n` +
          `INSERT INTO item (id, price, created) VALUES (${String(random(9_999_999))}, ${String(random(900))}.${digits(random(100))}, '${day()} ${time()}');\n` +
          `password: \${DB_PASSWORD}\napiKey = process.env.API_KEY\nsha256:${hex(64)}\nhttps://example.org/raw/${hex(40)}/${String(random(99_999_999))}.png`,
      ),
      prose: lines(
        12,
        (number) =>
          `${section()}.${String(number + 1)}. ${pick(words.changed)}\n\n${pick(words.prose)} (${words.section} ${section()}.${String(random(9))})`,
      ),
    };
    return Object.entries(texts).map(([kind, text]) => ({ language, kind, text }));
  });
}

function weekOf(first: number): string {
  return Array.from({ length: 7 }, (_, day) => first + day)
    .filter((day) => day <= 31)
    .map((day) => String(day).padStart(2))
    .join(' ');
}
