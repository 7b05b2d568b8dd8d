import { assigned, mustLookGenerated, secretOf } from './secret';
import { prefixed } from '../shapes';

const secret = secretOf('AI services', 'high');

export const ai = [
  secret('openai-key', 'OpenAI API key', {
    severity: 'critical',
    // The middle of every OpenAI key is `OpenAI` in base64.
    rules: [
      prefixed(
        ['sk-'],
        /sk-(?:(?:proj|svcacct|admin|service|None)-)?[A-Za-z0-9_-]{20,120}T3BlbkFJ[A-Za-z0-9_-]{20,120}/,
      ),
      {
        ...prefixed(['sk-proj-', 'sk-svcacct-', 'sk-admin-'], /sk-(?:proj|svcacct|admin)-[\w-]{80,240}(?![\w-])/),
        confidence: { base: 0.75 },
      },
    ],
    minEntropy: 3,
  }),
  secret('anthropic-key', 'Anthropic API key', {
    severity: 'critical',
    rules: [prefixed(['sk-ant-'], /sk-ant-[a-z]{3,8}\d\d-[\w-]{78,158}AA(?![\w-])/)],
    minEntropy: 3,
  }),
  secret('huggingface-token', 'Hugging Face token', {
    rules: [prefixed(['hf_'], /hf_[a-z0-9]{34,64}/i), prefixed(['api_org_'], /api_org_[a-z0-9]{34,64}/i)],
    minEntropy: 2.3,
  }),
  secret('groq-key', 'Groq API key', {
    rules: [prefixed(['gsk_'], /gsk_[A-Za-z0-9]{48,80}/)],
    minEntropy: 3,
  }),
  secret('cohere-key', 'Cohere API key', {
    rules: [assigned(['cohere', 'co_api_key'], /[a-zA-Z0-9]{40}/)],
    minEntropy: 4,
    validate: mustLookGenerated,
  }),
  secret('perplexity-key', 'Perplexity API key', {
    rules: [prefixed(['pplx-'], /pplx-[a-zA-Z0-9]{48,80}/)],
    minEntropy: 4,
  }),
  secret('ai-service-key', 'Key of another AI service', {
    rules: [
      prefixed(['r8_'], /r8_[A-Za-z0-9]{37,64}/),
      prefixed(['tgp_v1_'], /tgp_v1_[\w-]{43,80}(?![\w-])/),
      prefixed(['llx-'], /llx-[A-Za-z0-9]{48,64}/),
      prefixed(['xai-'], /xai-[A-Za-z0-9]{64,120}/),
      prefixed(['sk-or-v'], /sk-or-v\d-[0-9a-f]{64,96}/),
      prefixed(['pcsk_'], /pcsk_[A-Za-z0-9]{4,10}_[A-Za-z0-9]{50,80}/),
      prefixed(['lsv2_', 'lsv3_'], /lsv\d_(?:pt|sk)_[0-9a-f]{32,64}_[0-9a-f]{10,16}/),
      prefixed(['nvapi-'], /nvapi-[\w-]{56,90}(?![\w-])/),
      prefixed(['csk-'], /csk-[a-z0-9]{40,64}/),
      prefixed(['fw_'], /fw_[A-Za-z0-9]{22,40}/),
      prefixed(['tvly-'], /tvly-(?:(?:dev|prod)-)?[A-Za-z0-9]{32,64}/),
      prefixed(['fc-'], /fc-[0-9a-f]{32}/),
      assigned(
        ['wandb', 'deepseek', 'mistral', 'stability', 'elevenlabs', 'xi-api-key', 'assemblyai'],
        /(?:sk-)?[a-f0-9]{32,40}|[A-Za-z0-9]{32}|sk_[a-f0-9]{48}/,
        0.6,
      ),
      assigned(['privateai', 'private_ai', 'private-ai'], /[a-z0-9]{32}/, 0.65),
      prefixed(['jina_'], /jina_[\w-]{60}(?![\w-])/),
      prefixed(['ls__'], /ls__[0-9a-f]{32}/),
      prefixed(['sk-lf-', 'pk-lf-'], /[sp]k-lf-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/),
      prefixed(['sk-'], /sk-[0-9a-f]{32}(?![\w-])/),
      // Services with the interface of OpenAI (Moonshot, Braintrust, LiteLLM).
      {
        ...prefixed(['sk-'], /sk-(?=[A-Za-z]{0,40}\d[A-Za-z]{0,40}\d)[A-Za-z0-9]{43,64}(?!-)/),
        confidence: { base: 0.75 },
      },
      { ...prefixed(['pa-'], /pa-[\w-]{43}(?![\w-])/), confidence: { base: 0.6 } },
      prefixed(['sk_'], /sk_[0-9a-f]{48}/),
      prefixed(['rpa_'], /rpa_[A-Z0-9]{40,50}/),
      prefixed(['crsr_', 'key_'], /(?:crsr|key)_[0-9a-f]{64}/),
      prefixed(['e2b_', 'sk_e2b_'], /(?:sk_)?e2b_[0-9a-f]{40}/),
      prefixed(['dtn_'], /dtn_[0-9a-f]{64}/),
      prefixed(['bb_live_'], /bb_live_[\w-]{20,40}(?![\w-])/),
      prefixed(['m0-'], /m0-[A-Za-z0-9]{40}/),
      prefixed(['-helicone-'], /[sp]k-helicone-[a-z0-9-]{20,50}/, { lead: /[spk]/, maxLead: 2 }),
      prefixed(['wandb_v1_'], /wandb_v1_\w{30,120}/),
      prefixed(['apify_api_', 'apify_proxy_'], /apify_(?:api|proxy)_[A-Za-z0-9]{30,40}/),
      prefixed(['zut_', 'zqt_', 'zwt_'], /z[uqw]t_[\w-]{32,60}(?![\w-])/),
      { ...prefixed(['dataset-', 'app-'], /(?:app|dataset)-[A-Za-z0-9]{24}(?![\w-])/), confidence: { base: 0.6 } },
      prefixed(['KGAT_'], /KGAT_[0-9a-f]{32}/),
      prefixed(['sess-'], /sess-[A-Za-z0-9]{40,64}/),
    ],
    minEntropy: 3,
    validate: mustLookGenerated,
  }),
];
