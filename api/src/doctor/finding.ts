/** What was looked at, how it stands, and what to do where it does not stand well. */
export interface Finding {
  /** `bad` is what the product cannot do without. */
  state: 'good' | 'look' | 'bad';
  text: string;
  todo?: string;
}

export const good = (text: string): Finding => ({ state: 'good', text });
export const look = (text: string, todo: string): Finding => ({ state: 'look', text, todo });
export const bad = (text: string, todo: string): Finding => ({ state: 'bad', text, todo });

/** Looks at something; what cannot even be looked at is bad, for the reason it gives. */
export async function lookAt(
  what: string,
  todo: string,
  see: () => Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await see();
  } catch (error) {
    return [bad(`${what}: ${reasonOf(error)}`, todo)];
  }
}

/** The innermost cause, without what may be a password in the address that was tried. */
export function reasonOf(error: unknown): string {
  let reason = error as NodeJS.ErrnoException;
  while (reason.cause instanceof Error) reason = reason.cause;
  return (reason.message || reason.code || String(error)).replaceAll(/\/\/[^@\s/]*@/g, '//…@');
}

const signs = { good: 'ok  ', look: 'look', bad: 'BAD ' };

/** The findings as lines for a terminal. */
export function written(findings: Finding[]): string {
  const lines = findings.flatMap(({ state, text, todo }) => [
    `${signs[state]}  ${text}`,
    ...(todo ? [`      ${todo}`] : []),
  ]);
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length;
  return `${lines.join('\n')}\n\n${count('good')} in order, ${count('look')} to look at, ${count('bad')} bad\n`;
}
