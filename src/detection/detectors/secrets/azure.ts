import { assigned, mustLookGenerated, secretOf } from './secret';
import { inside, prefixed } from '../shapes';

const secret = secretOf('Microsoft Azure', 'critical');

export const azure = [
  secret('azure-storage-key', 'Azure storage account key', {
    rules: [
      inside(['AccountKey='], /AccountKey=(?<value>[A-Za-z0-9+/]{86}==)/i),
      assigned(['azure', 'storage', 'account_key', 'accountkey', 'account-key'], /[A-Za-z0-9+/]{86}==/, 0.85),
    ],
    minEntropy: 4,
  }),
  secret('azure-connection-string', 'Azure connection string', {
    rules: [
      inside(['SharedAccessKey='], /SharedAccessKey=(?<value>[A-Za-z0-9+/]{43}=)/i),
      inside(['.azconfig.io;'], /\.azconfig\.io;Id=[^;\s]{4,100};Secret=(?<value>[A-Za-z0-9+/]{43,100}={0,2})/i),
      inside([';AccessKey='], /;AccessKey=(?<value>[A-Za-z0-9+/]{43}=|[A-Za-z0-9]{76,90}={0,2})/i),
    ],
    minEntropy: 3.5,
  }),
  secret('azure-ad-client-secret', 'Microsoft Entra client secret', {
    rules: [inside(['Q~'], /[A-Za-z0-9_~.]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/, { lead: /[\w~.-]/, maxLead: 4 })],
    minEntropy: 3.3,
  }),
  // Keys since 2020 contain a signature of the issuing service at a fixed place near the end.
  secret('azure-signed-key', 'Azure service key or DevOps token', {
    rules: [
      prefixed(['JQQJ99'], /[A-Za-z0-9]{20,60}JQQJ99[A-Za-z0-9]{10,40}={0,2}/, { lead: /[A-Za-z0-9]/, maxLead: 60 }),
      inside(
        ['AzSe', 'AzCa', 'AzFu', '+ASt', '+ABa', '+AMC', '+ASb', '+AEh', '+ARm', 'APIM', 'AIoT', 'ACDb'],
        /[A-Za-z0-9+/]{38,76}(?:AzSe|AzCa|AzFu|\+A(?:St|Ba|MC|Sb|Eh|Rm)|APIM|AIoT|ACDb)[A-Za-z0-9+/]{5,6}={0,2}(?![A-Za-z0-9+/=])/,
        { lead: /[A-Za-z0-9+/]/, maxLead: 76 },
      ),
    ],
    minEntropy: 3.5,
  }),
  secret('azure-devops-token', 'Azure DevOps personal access token', {
    rules: [
      assigned(['azure', 'devops', 'vsts', 'visualstudio', '_ado_', 'ado_pat', 'azdo'], /[a-z2-7]{52}/, 0.8),
      prefixed(['AZDO'], /[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}/, {
        lead: /[A-Za-z0-9]/,
        maxLead: 76,
        confidence: { base: 0.9 },
      }),
    ],
    minEntropy: 3.5,
    validate: mustLookGenerated,
  }),
  secret('azure-openai-key', 'Key of Azure OpenAI or another Azure AI service', {
    severity: 'high',
    rules: [
      assigned(
        ['azure_openai', 'azure-openai', 'azureopenai', 'openai', 'cognitive', 'azure', 'ocp-apim-subscription-key'],
        /[0-9a-f]{32}/,
        0.65,
      ),
    ],
    minEntropy: 3,
  }),
  secret('azure-sas-token', 'Azure shared access signature', {
    severity: 'high',
    rules: [
      inside(['sig='], /[?&]sig=(?<value>[A-Za-z0-9+/]{43}=|[A-Za-z0-9%]{43,80}%3D|[\w-]{43}(?![\w%-]))/i, {
        lead: /[?&]/,
        maxLead: 1,
      }),
    ],
    minEntropy: 3.5,
  }),
];
