import type { Rows } from '../row';

export const connectionsRows: readonly Rows[] = [
  {
    detector: 'database-url',
    finds: [
      'DAT·ABASE_URL=p·ostgres://a·pp:‹s3cr-8M8FMthU›@db.·internal:54·32/app',
      'mon·godb+srv://·root:‹m42ploz2wd›@clu·ster0.mongo·db.net/test',
      'redis://:‹Qmj·ACeCqQ6qSUk·OJ›@cache:6379',
    ],
    ignores: [
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
      'Aut·horization: Bearer ‹ArD·sV2rvqqGb8P·sqG8zIGgitz·Z6cU2S1LcQF·Dt1E›',
      'curl --o·auth2-beare·r ‹PhA·f6ahSBuMs7Q·QynplTVfI3›',
    ],
    ignores: [
      'Aut·horization: Bearer <token>',
      'Aut·horization: Bearer $TOKEN',
      'the bearer of this letter',
      'Aut·horization: Bearer YOU·R_ACCESS_TO·KEN',
    ],
  },
  {
    detector: 'curl-user',
    finds: [
      'curl -u ‹ela·stic:l21ioj·ikSR› htt·ps://localh·ost:9200',
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
      'machine ftp·.acme.examp·le\n  login deploy\n  password ‹SNIMq2dzXjX6›',
    ],
    ignores: ['machine learning', 'machine api·.acme.examp·le login deploy password <password>'],
  },
  {
    detector: 'npmrc',
    finds: [
      '//r·egistry.acm·e.example/:·_authToken=‹28a·6fa20-5c83-·4edb-71cb-1·6ee90edcbe9›',
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
      'mysql -u root --password ‹Sne3sd8AZjq›',
      'gpg --decrypt --passphrase ‹N1DdkUD3E73› file',
      'openssl req -passin pass:‹nCzx8A8#!›',
      'Con·vertTo-Secu·reString -String -Force ‹dsjUE#$gds8s›',
    ],
    ignores: ['--password PASSWORD', '--token "$TOKEN"', '--p·assword-fil·e /run/secret', '--token-ttl 3600'],
  },
  {
    detector: 'environment-default',
    finds: ['getenv("DB_PASSWORD", "‹h0rse-b4ttery›")', 'os.·environ.get("API_TOKEN") or "‹Xrk·6ffV13Ig38W·Mxpyyh›"'],
    ignores: ['getenv("HOME", "/root")', 'getenv("DB_PASSWORD", "changeme")', 'getenv("DB_HOST", "db1-eu-west2")'],
  },
  {
    detector: 'password-hash',
    finds: [
      'root:‹$6$·rounds=5000·$saltsalt$f·ysjHWSwfq1g·sRG6C0xbWIy·z8mHYWqjvUA·kwXarFNbHfb·S8SvFjlVIcH·OXhnwk2p5g4·sC73mCZmgOk·jggTkRJu›:19000:0',
      '‹$2b·$12$RdoznMk·anXq4tnNJzY·fET5oEYenlU·4QXWb3NZOxY·Nxzp9UNUpf7·x7›',
      '‹$ar·gon2id$v=19·$m=65536,t=3,p=4·$yYjVQmwpUX·BkZIDwYEVi2·d$xqiaKvOd+·nkfjTnrWuML·1ridMEDTdMu·KpJB3hHFga3·l›',
      'userPassword: ‹{SSHA}9vx·d3fzMK4t8Ng·jezwtaK7VTa·Pqpntql›',
    ],
    ignores: ['$2b$12$short', '$1 million', 'it costs $5$ or $6$'],
  },
];
