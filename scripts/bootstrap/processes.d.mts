// For the TypeScript that uses processes.mjs, which must itself run before TypeScript can.
export type ProcessInfo = { pid: number; parent: number; startedAt: string; argv: string[] };
export function findProcess(pid: number): ProcessInfo | undefined;
export function ancestorsUpToNpm(pid: number): ProcessInfo[];
