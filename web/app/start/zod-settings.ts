/**
 * Tells zod, before any page brings it, not to compile its checks at run time: our policy refuses
 * that, and browsers report the attempt. Zod reads its settings from this global when it loads.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
