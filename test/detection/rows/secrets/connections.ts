import type { Rows } from '../row';

export const connectionsRows: readonly Rows[] = [
  {
    detector: 'database-url',
    finds: [
      'jdbc:oracle:thin:scott/‹t1g3rPaw›@//db:1521/orcl',
      'DAT·ABASE_URL=p·ostgres://a·pp:‹s3cr-1LcQFDt1›@db.·internal:54·32/app',
      'mon·godb+srv://·root:‹m42ploz2wd›@clu·ster0.mongo·db.net/test',
      'redis://:‹EPh·Af6ahSBuMs7·QQ›@cache:6379',
    ],
    ignores: [
      'jdbc:oracle:thin:@//db:1521/orcl',
      'pos·tgres://app·:${PASSWORD}@db/app',
      'mys·ql://localh·ost:3306/ap·p',
      'mon·godb://user·name:passwo·rd@loc·alhost:2701·7',
      'redis://:<password>@cache',
    ],
  },
  {
    detector: 'connection-string',
    finds: [
      'Server=db;Database=app;User Id=sa;Password=‹Tr0ub4dor›;Encrypt=true',
      'Driver={ODBC};Uid=app;Pwd=‹x9Kq27Lm›',
    ],
    ignores: ['Server=db;Password={0};', 'Server=db;Integrated Security=true', 'Password=<password>;User=sa'],
  },
  {
    detector: 'basic-auth-header',
    finds: ['Aut·horization: Basic ‹YWR·taW46aDByc2·UtYjR0dGVye·Q==›', '"auth": "‹dGV·hbTpuMHQtYS·1zYW1wbGU=›"'],
    ignores: ['Aut·horization: Basic dXN·lcjpwYXNzd2·9yZA==', 'Basic aut·hentication', 'Basic usage of the command'],
  },
  {
    detector: 'bearer-header',
    finds: [
      'Aut·horization: Bearer ‹ynp·lTVfI3l21io·jikSRSNIMq2·dzXjX6ixiFR·kVo7›',
      'curl --o·auth2-beare·r ‹Mle·90gwi6VFtmB·LZR9i51iGJ›',
      'Cookie: theme=dark; JSESSIONID=‹KV9N9JI0CAF·DJ28DB3T9FH·20P2TSNE5N›',
      'Set-Cookie: session=‹kRuGPxCZCM2·OoYNS79JsCn·3Nd1Khqx6ft·BSySfS4›; HttpOnly',
    ],
    ignores: [
      'Aut·horization: Bearer <token>',
      'Aut·horization: Bearer $TOKEN',
      'the bearer of this letter',
      'Aut·horization: Bearer YOU·R_ACCESS_TO·KEN',
      'authorization = base64.deco·debytes(authorization)',
      '"AWS::Redshift::EndpointAut·horization": "e72be424d10·9da1d"',
      'Set-Cookie: session=<session id>; HttpOnly',
      'Set-Cookie: sessionLang·uage=englis·h-language',
    ],
  },
  {
    detector: 'curl-user',
    finds: [
      'curl -u ‹ela·stic:ustm6c·awXu› htt·ps://localh·ost:9200',
      "curl --user '‹joh·ns:h0pk1ns~·21s›' htt·ps://acme.e·xample",
    ],
    ignores: [
      'curl -u user:password htt·ps://acme.e·xample',
      'curl -u "$US·ER:$PASSWOR·D"',
      'curl -u <user:password>',
      'tar -u file:name',
    ],
  },
  {
    detector: 'netrc',
    finds: [
      'machine api·.acme.examp·le login deploy password ‹x7Gh29Kq›',
      'machine ftp·.acme.examp·le\n  login deploy\n  password ‹k57ODYvoptqX›',
    ],
    ignores: ['machine learning', 'machine api·.acme.examp·le login deploy password <password>'],
  },
  {
    detector: 'npmrc',
    finds: [
      '//r·egistry.acm·e.example/:·_authToken=‹16e·e90ed-cbe9-·bffa-4b6f-3·b9f831db43c›',
      '<add key="Cle·arTextPassw·ord" value="‹n4Tr-8sample›" />',
    ],
    ignores: [
      '//r·egistry.npm·js.org/:_au·thToken=${NPM_TOKEN}',
      '<add key="Cle·arTextPassw·ord" value="%NUG·ET_PASSWORD%" />',
    ],
  },
  {
    detector: 'kubernetes-secret',
    finds: [
      'kind: Secret\nmetadata:\n  name: db\ndata:\n  extra: ‹YWR·taW46aDByc2·UtYjR0dGVye·Q==›\n',
      'data:\n  extra: ‹YWR·taW46aDByc2·UtYjR0dGVye·Q==›\nkind: Secret\n',
    ],
    ignores: [
      'kind: ConfigMap\ndata:\n  extra: YWR·taW46aDByc2·UtYjR0dGVye·Q==\n',
      'kind: Secret\ndata:\n  extra: ""\n',
      'kind: Secret\nname: a\n---\nkind: ConfigMap\ndata:\n  key: YWR·taW46aDByc2·UtYjR0dGVye·Q==\n',
    ],
  },
  {
    detector: 'sql-password',
    finds: [
      "ALTER USER 'app'@'%' IDENTIFIED BY '‹h0rse-b4ttery›';",
      "CREATE ROLE app WITH LOGIN PASSWORD '‹Tr0ub4dor3›';",
    ],
    ignores: [
      "ALTER USER 'app'@'%' PASSWORD EXPIRE INTERVAL 90 DAY;",
      "IDENTIFIED BY 'password'",
      'identified by the team',
    ],
  },
  {
    detector: 'command-line-secret',
    finds: [
      'tool --admin-password ‹tR9kLq2xA› run',
      'docker login -u jane -p ‹tR9kLq2xA› registry.acme.io',
      'redis-cli -h db -a ‹tR9kLq2xA› ping',
      "ldapsearch -x -D 'cn=admin' -w '‹Adm1nLdap!›' -b dc=acme",
      'sqlcmd -S db -U sa -P ‹tR9kLq2xA›',
      'plink -ssh jane@host -pw ‹tR9kLq2xA›',
      'openssl enc -aes-256-cbc -k ‹tR9kLq2xA› -in f',
      'htpasswd -cb .htpasswd jane ‹tR9kLq2xA›',
      'rabbitmqctl add_user jane ‹tR9kLq2xA›',
      'echo "‹tR9kLq2xA›" | docker login -u jane --password-stdin',
      'requirepass ‹tR9kLq2xA›',
      'xfreerdp /v:host /u:jane /p:‹tR9kLq2xA›',
      'mysql -u root --password ‹Sne3sd8AZjq›',
      'gpg --decrypt --passphrase ‹N1DdkUD3E73› file',
      'openssl req -passin pass:‹nCzx8A8#!›',
      'Con·vertTo-Secu·reString -String -Force ‹dsjUE#$gds8s›',
      'psexec \\\\host -u admin -p ‹n0tA-s4mple›',
      'net user deploy ‹Tr0ub4dor!› /add',
      'net user administrator ‹Winter2020$›',
      'net use Z: \\\\fs01\\share ‹Winter2020$› /user:acme',
      'keytool -import -keystore cacerts -storepass ‹Winter2020$›',
    ],
    ignores: [
      'the one-time-password abc12345 of',
      'docker login -u jane -p $PASSWORD',
      'redis-cli -a password ping',
      'zip -r archive.zip -P',
      'echo "done" | tee log',
      'requirepass foobared',
      '--password PASSWORD',
      '--token "$TOKEN"',
      '--p·assword-fil·e /run/secret',
      '--token-ttl 3600',
      'The net user interface changed in 2024beta of the tool',
    ],
  },
  {
    detector: 'environment-default',
    finds: ['getenv("DB_PASSWORD", "‹h0rse-b4ttery›")', 'os.·environ.get("API_TOKEN") or "‹Wqj·vUAkwXarFNb·HfbS8S›"'],
    ignores: ['getenv("HOME", "/root")', 'getenv("DB_PASSWORD", "changeme")', 'getenv("DB_HOST", "db1-eu-west2")'],
  },
  {
    detector: 'password-hash',
    finds: [
      'Administrator:500:‹aad·3b435b51404·eeaad3b435b·51404ee:31d·6cfe0d16ae9·31b73c59d7e·0c089c0›:::',
      '‹$pb·kdf2-sha256$·29000$k3Zq9L·wXy27VbTnRm$·8d3f60c1a97·be2450f1c6d·8a73b2e945›',
      '‹$kr·b5asrep$23$·jane@ACME.L·OCAL:3e156a·da591263b8a·ab0965f5aeb·d837$007497·cb51b6c8116·d6407a782ea·0e1c›',
      'root:‹$6$·rounds=5000·$saltsalt$v·FjlVIcHOXhn·wk2p5g4sC73·mCZmgOkjggT·kRJuRdoznMk·anXq4tnNJzY·fET5oEYenlU·4QXWb3NZOxY·Nxzp9UNU›:19000:0',
      '‹$2b·$12$pf7x7ZM·RgK1I4gTojw·YvUKwLhA5SM·EuhBY4MspCn·vKRvbO5YVR3·NF›',
      '‹$ar·gon2id$v=19·$m=65536,t=3,p=4·$vOd+nkfjTn·rWuML1ridME·D$TdMuKpJB3·hHFga3l9vxd·3fzMK4t8Ngj·ezwtaK7VTaP·q›',
      'userPassword: ‹{SSHA}pnt·qlni2b3Kjcc·aAW1P7UCLOm·e+VTLOl›',
      'username admin password 7 ‹082·2455D0A1654·4541›',
      'enable secret 5 ‹$1$·mERr$hx5rVt·7rPNoS4wqbX·KX7m0›',
    ],
    ignores: ['$2b$12$short', '$1 million', 'it costs $5$ or $6$'],
  },
  {
    detector: 'framework-secret',
    finds: [
      'APP_KEY=‹bas·e64:dBNIPyk·xUxJiw65xqI·jkkjjhLYZhk·tGKKgJFADIW·aUd=›',
      '‹dja·ngo-insecur·e-pBip7Wap5·0wpXf1ELyBv·#$(&EWcoQ1d·CGp7cM7lmeq·fXvWfvPf›',
      'SECRET_KEY = "‹BWt·eGX7CpRjl=:·&tBu76gTGB7·,;|kLcFh2VP·Vk0OYdsGcvd·gHVVT›"',
      '<machineKey validationKey="‹6C5·76D8E27E07C·36D29BA78A7·1CDD2422168·3CF863FE92F·442FD405123·A7178B›" validation="SHA1" />',
      "define('AUTH_KEY', '‹kS1·xAT0rkCClai·fIUB3p #|,O·6jQ3qThhZ -·;)=yfQoajc3·wf3tLu26VYJ·37LC9PY›');",
      '<apiToken>{‹AQA·AABAAAA81KI·mtHnEUvixwG·JLoNrQGiGbA·BQMlcIsrhXO·TCXxHEpT73G·IyIss=›}</apiToken>',
    ],
    ignores: [
      'SECRET_KEY = os.environ["SECRET_KEY"]',
      'validationKey="AutoGenerate,IsolateApps"',
      "define('AUTH_KEY', 'put your unique phrase here');",
    ],
  },
  {
    detector: 'credential-arguments',
    finds: ['new NetworkCredential("svc", "‹W1nt3r!Sun9›")', "requests.get(url, auth=('jane', '‹tR9kLq2xA›'))"],
    ignores: ['new NetworkCredential("user", "password")', "auth=('jane', getpass())"],
  },
  {
    detector: 'network-device-secret',
    finds: [
      'snmp-server community ‹s3cr3tRO9› ro',
      'tacacs-server key 7 ‹082·2455D0A1654·45›',
      'crypto isakmp key ‹Vpn!Shared9› address 10.0.0.1',
      'wpa-psk ascii 0 ‹W1fiPazz77›',
      'WIFI:T:WPA;S:Guest;P:‹Guest-2024-xk9›;;',
    ],
    ignores: [
      'snmp-server community public ro',
      'the pre-shared-key exchange',
      'crypto isakmp key <key> address 10.0.0.1',
    ],
  },
];
