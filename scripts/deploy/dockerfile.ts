/** One instruction of a Dockerfile, its lines joined. */
interface Instruction {
  keyword: string;
  rest: string;
}

export interface Stage {
  /** An image, or an earlier stage. */
  from: string;
  name: string;
  instructions: Instruction[];
}

/** The stages of a Dockerfile, in their order. */
export function stagesOf(dockerfile: string): Stage[] {
  const stages: Stage[] = [];
  const lines = dockerfile.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, '');
  for (const line of lines.split('\n').filter((one) => one.trim())) {
    const [, keyword = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (keyword === 'FROM') {
      const [, from = '', name = ''] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? [];
      stages.push({ from, name, instructions: [] });
    } else stages.at(-1)?.instructions.push({ keyword, rest });
  }
  return stages;
}

/** What a container of a stage is started as: a command, and the variables that it is given. */
export function commandOf({ instructions }: Stage): { command: string[]; env: NodeJS.ProcessEnv } {
  const last = instructions.findLast(({ keyword }) => keyword === 'CMD')?.rest ?? '[]';
  const set = instructions.filter(({ keyword }) => keyword === 'ENV');
  const pairs = set.flatMap(({ rest }) => rest.split(' ').map((pair) => pair.split('=', 2)));
  return { command: JSON.parse(last), env: Object.fromEntries(pairs) };
}
