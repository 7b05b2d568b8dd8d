import { assigned, mustLookGenerated, prefixed, secretsOf } from './secret';

export const ai = secretsOf('AI services', [
  {
    id: 'openai-key',
    name: 'OpenAI API key',
    severity: 'critical',
    // The middle of every OpenAI key is `OpenAI` in base64.
    rules: [
      prefixed(
        ['sk-'],
        /sk-(?:(?:proj|svcacct|admin|service|None)-)?[A-Za-z0-9_-]{20,120}T3BlbkFJ[A-Za-z0-9_-]{20,120}/,
      ),
    ],
    minEntropy: 3,
  },
  {
    id: 'anthropic-key',
    name: 'Anthropic API key',
    severity: 'critical',
    rules: [prefixed(['sk-ant-'], /sk-ant-(?:admin|api|sid|oat|ort)\d\d-[\w-]{93}AA(?![\w-])/)],
    minEntropy: 3,
  },
  {
    id: 'huggingface-token',
    name: 'Hugging Face token',
    severity: 'high',
    rules: [prefixed(['hf_'], /hf_[a-z]{34}/i), prefixed(['api_org_'], /api_org_[a-z]{34}/i)],
    minEntropy: 2.3,
  },
  {
    id: 'groq-key',
    name: 'Groq API key',
    severity: 'high',
    rules: [prefixed(['gsk_'], /gsk_[A-Za-z0-9]{52}/)],
    minEntropy: 3,
  },
  {
    id: 'cohere-key',
    name: 'Cohere API key',
    severity: 'high',
    rules: [assigned(['cohere', 'co_api_key'], /[a-zA-Z0-9]{40}/)],
    minEntropy: 4,
    validate: mustLookGenerated,
  },
  {
    id: 'perplexity-key',
    name: 'Perplexity API key',
    severity: 'high',
    rules: [prefixed(['pplx-'], /pplx-[a-zA-Z0-9]{48}/)],
    minEntropy: 4,
  },
  {
    id: 'ai-service-key',
    name: 'Key of another AI service',
    severity: 'high',
    rules: [
      prefixed(['r8_'], /r8_[A-Za-z0-9]{37}/),
      prefixed(['tgp_v1_'], /tgp_v1_[\w-]{43}(?![\w-])/),
      prefixed(['llx-'], /llx-[A-Za-z0-9]{48}/),
      prefixed(['xai-'], /xai-[A-Za-z0-9]{80}/),
      prefixed(['sk-or-v1-'], /sk-or-v1-[0-9a-f]{64}/),
      prefixed(['pcsk_'], /pcsk_[A-Za-z0-9]{5,8}_[A-Za-z0-9]{60,70}/),
      prefixed(['lsv2_'], /lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}/),
      prefixed(['nvapi-'], /nvapi-[\w-]{64}(?![\w-])/),
      prefixed(['csk-'], /csk-[a-z0-9]{48}/),
      prefixed(['fw_'], /fw_[A-Za-z0-9]{22,24}/),
      prefixed(['tvly-'], /tvly-(?:dev-)?[A-Za-z0-9]{32}/),
      prefixed(['fc-'], /fc-[0-9a-f]{32}/),
      assigned(
        ['wandb', 'deepseek', 'mistral', 'stability', 'elevenlabs', 'xi-api-key', 'assemblyai'],
        /(?:sk-)?[a-f0-9]{32,40}|[A-Za-z0-9]{32}|sk_[a-f0-9]{48}/,
        0.6,
      ),
      assigned(['privateai', 'private_ai', 'private-ai'], /[a-z0-9]{32}/, 0.65),
    ],
    minEntropy: 3,
    validate: mustLookGenerated,
  },
]);
