throw new Error(
  'keytar is not installed here: set FORGE_EMAIL and FORGE_API_TOKEN in the environment (docs/deployment.md).',
);
