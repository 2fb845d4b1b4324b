import autocannon from 'autocannon';
import type { Row } from '../report.ts';
import { median } from './median.ts';

export interface Target {
  url: string;
  headers?: Record<string, string>;
  /** What it is to answer; any success unless told. */
  status?: number;
}

export interface Comparison {
  /** Requests per second, medians. */
  ours: number;
  bare: number;
  /** Median of the ratios of each pair. */
  ratio: number;
}

const connections = 20;
const seconds = 4;
const rounds = 5;

/**
 * Loads both in turn, five times, and compares them pair by pair, so that a machine whose speed
 * drifts does not decide. Throws when an answer was not a success.
 */
export async function compare(ours: Target, bare: Target): Promise<Comparison> {
  await load(ours);
  await load(bare);
  const pairs: { ours: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({ ours: await load(ours), bare: await load(bare) });
  }
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    bare: median(pairs.map((pair) => pair.bare)),
    ratio: median(pairs.map((pair) => pair.ours / pair.bare)),
  };
}

async function load({ url, headers, status }: Target): Promise<number> {
  const result = await autocannon({ url, headers, connections, duration: seconds });
  const { non2xx, errors, requests, statusCodeStats } = result;
  const others =
    status === undefined ? non2xx : requests.total - (statusCodeStats?.[`${status}`]?.count ?? 0);
  if (others > 0 || errors > 0) throw new Error(`${url}: ${others} refusals, ${errors} errors`);
  return result.requests.average;
}

/** A comparison as a row of figures. */
export function comparisonRow(what: string, { ours, bare, ratio }: Comparison): Row {
  return {
    what: `requests per second of ${what}`,
    figure: Math.round(ours).toString(),
    bare: Math.round(bare).toString(),
    ratio: ratio.toFixed(2),
  };
}
