import { refuseTooMany } from '../http/params.ts';

type Json = Record<string, unknown>;

/** The parameters that were sent. What was sent empty becomes null, which unsets it. */
export function present<T extends object>(params: T): { [K in keyof T]: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: NonNullable<T[K]>;
  };
}

/**
 * Changes for a resource from an update's parameters. Metadata is merged key by key; an empty
 * value removes its key, an empty hash removes them all.
 */
export function mergeMetadata<T extends { metadata?: Record<string, string> | null | undefined }>(
  resource: { metadata: Record<string, string> | null },
  params: T,
): { [K in keyof T]: NonNullable<T[K]> } {
  const changes: Json = present(params);
  if (params.metadata) changes.metadata = merged(resource.metadata ?? {}, params.metadata);
  return changes as { [K in keyof T]: NonNullable<T[K]> };
}

function merged(old: Record<string, string>, sent: Record<string, string>): Record<string, string> {
  if (Object.keys(sent).length === 0) return {};
  const kept = Object.fromEntries(
    Object.entries({ ...old, ...sent }).filter(([, value]) => value !== ''),
  );
  refuseTooMany(kept);
  return kept;
}
