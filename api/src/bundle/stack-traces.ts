import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

/** As long as traces come one after the other the maps are kept; they are large. */
const keptMs = 10_000;

let maps = new Map<string, SourceMap | null>();

/**
 * A stack trace that names the sources where it named the bundle's files, and is otherwise as it was. For
 * whoever reads it: libraries ask for the traces of calls that go well (Stripe's, for each), and Node, which
 * could name the sources itself, reads every map at start and holds them for good.
 */
export function nameSources(trace: string): string {
  // Nothing but our own folder: what else a message may hold is left alone, whatever it looks like. Not made as the file is
  // loaded, since an older Node loads it, too, and has no `escape`.
  const place = new RegExp(
    `(${RegExp.escape(import.meta.dirname)}[^\\s():]+\\.js):(\\d+):(\\d+)`,
    'g',
  );
  return trace.replaceAll(place, (frame, file: string, line: string, column: string) => {
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return frame;
    return `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

function mapOf(file: string): SourceMap | null {
  let map = maps.get(file);
  if (map === undefined) {
    if (maps.size === 0)
      setTimeout(() => {
        maps = new Map();
      }, keptMs).unref();
    map = readMap(file);
    maps.set(file, map);
  }
  return map;
}

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return null;
  }
}
