// For the TypeScript that uses without-secrets.mjs, which must itself run before TypeScript can.
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
