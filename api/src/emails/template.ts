import { z } from 'zod';
import { type StoredJson, storedJson } from '../db/stored-json.ts';
import type { Mail } from './layout.ts';

/** A moment in UTC, ISO 8601. */
export const moment = z.iso.datetime();
/** An amount of money in pence. */
export const pence = z.int();

/** A mail: what is stored of it until it is sent, and how it is written from that. */
export interface Template<Content> {
  stored: StoredJson<Content>;
  /** `siteUrl` is the origin of every link. */
  render(content: Content, siteUrl: string): Mail;
}

/** Makes a template of its content's schema; whoever changes that adds an upgrade for what waits. */
export function template<Schema extends z.ZodObject>(
  schema: Schema,
  render: (content: z.output<Schema>, siteUrl: string) => Mail,
  upgrades?: Parameters<typeof storedJson>[1],
): Template<z.output<Schema>> {
  return { stored: storedJson(schema, upgrades), render };
}
