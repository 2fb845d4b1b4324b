import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

/** As long as traces come one after the other the maps are kept; they are large. */
const keptMs = 10_000;

/**
 * Lets stack traces name the sources instead of the bundle. Node can do so itself, but reads every
 * map at start and holds them for good, which costs more than the whole server.
 */
export function nameSources(): void {
  let maps = new Map<string, SourceMap | null>();

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

  function nameOf(frame: NodeJS.CallSite): string {
    const [file, line, column] = [
      frame.getFileName(),
      frame.getLineNumber(),
      frame.getColumnNumber(),
    ];
    const map = file?.startsWith(import.meta.dirname) ? mapOf(file) : null;
    const entry = map?.findEntry((line ?? 1) - 1, (column ?? 1) - 1);
    if (!entry || !('originalSource' in entry)) return String(frame);
    const { originalSource, originalLine, originalColumn } = entry;
    const origin = `${originalSource}:${originalLine + 1}:${originalColumn + 1}`;
    return String(frame).replace(`${file}:${line}:${column}`, origin);
  }

  Error.prepareStackTrace = (error, frames) =>
    [Error.prototype.toString.call(error), ...frames.map(nameOf)].join('\n    at ');
}

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  } catch {
    return null;
  }
}
