throw new Error(
  'keytar is not installed here: log in to Forge with FORGE_EMAIL and FORGE_API_TOKEN, or with `npx @forge/cli@13 login`.',
);
