import { isIPv4 } from 'node:net';

/** Nothing, a place, or what comes by whether the next bit is set. */
type Node = { place: Buffer } | { zero?: Node; one?: Node };

/**
 * A database of places in MaxMind's format (https://maxmind.github.io/MaxMind-DB), with a city and a country,
 * or a country alone, for each network. IPv4 lies in the first 96 bits of zeros, as in those that are sold.
 */
export function placesDatabase(places: Record<string, { city?: string; country: string }>): Buffer {
  const root: Node = {};
  for (const [network, { city, country }] of Object.entries(places)) {
    const named = (name: string) => ({ names: { en: name } });
    const place = { ...(city && { city: named(city) }), country: named(country) };
    put(root, bitsOf(network), encode(place));
  }
  const nodes: Node[] = [];
  const data: Buffer[] = [];
  number(root, nodes);
  let length = 0;
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [at, node] of nodes.entries()) {
    for (const [side, next] of ['place' in node ? [] : [node.zero, node.one]].flat().entries()) {
      let record = nodes.length;
      if (next && 'place' in next) {
        record += 16 + length;
        data.push(next.place);
        length += next.place.length;
      } else if (next) record = nodes.indexOf(next);
      tree.writeUIntBE(record, at * 6 + side * 3, 3);
    }
  }
  const about = {
    ...{ binary_format_major_version: 2, binary_format_minor_version: 0, build_epoch: 1 },
    ...{ database_type: 'GeoLite2-City', description: { en: 'Places of a test' } },
    ...{ ip_version: 6, node_count: nodes.length, record_size: 24 },
  };
  const mark = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([tree, Buffer.alloc(16), ...data, mark, encode(about)]);
}

/** The bits of a network such as 203.0.113.0/24 or 2001:db8::/32. */
function bitsOf(network: string): string {
  const [address = '', length] = network.split('/');
  const bits = (parts: string[], base: number, size: number) =>
    parts.map((part) => Number.parseInt(part, base).toString(2).padStart(size, '0')).join('');
  return isIPv4(address)
    ? '0'.repeat(96) + bits(address.split('.'), 10, 8).slice(0, Number(length))
    : bits(address.split(':').filter(Boolean), 16, 16).padEnd(128, '0').slice(0, Number(length));
}

function put(root: Node, bits: string, place: Buffer): void {
  let node = root;
  for (const [at, bit] of [...bits].entries()) {
    if ('place' in node) throw new Error('one network lies in another');
    const side = bit === '1' ? 'one' : 'zero';
    node = node[side] ??= at === bits.length - 1 ? { place } : {};
  }
}

function number(node: Node, nodes: Node[]): void {
  if ('place' in node) return;
  nodes.push(node);
  for (const next of [node.zero, node.one]) if (next) number(next, nodes);
}

/** Texts, whole numbers and maps of them, as the format writes them. */
function encode(value: string | number | object): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([Buffer.of((2 << 5) | text.length), text]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([Buffer.of((6 << 5) | 4), bytes]);
  }
  const entries = Object.entries(value);
  const pairs = entries.flatMap(([key, one]) => [encode(key), encode(one)]);
  return Buffer.concat([Buffer.of((7 << 5) | entries.length), ...pairs]);
}
