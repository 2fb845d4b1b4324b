import type { LegalKind } from 'contract/agreements';
import type { LegalDocument } from 'contract/legal/document';
import { textOf } from 'contract/legal/plain-text';
import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { storedJson } from '../../db/stored-json.ts';
import { currentTexts } from './texts.ts';
import { findVersion, insertVersions } from './texts-repository.ts';

const inline = z.union([
  z.string(),
  z.object({ link: z.string(), text: z.string() }),
  z.object({ strong: z.string() }),
  z.object({ code: z.string() }),
]);
const words = z.union([z.string(), z.array(inline)]);
const block = z.union([
  words,
  z.object({ list: z.array(words) }),
  z.object({ head: z.array(z.string()), rows: z.array(z.array(words)) }),
]);
const section = z.object({ id: z.string(), title: z.string(), blocks: z.array(block) });

/** How a version is stored: as data, so that a later release shows it in its own look. */
const stored = storedJson(
  z.object({
    documents: z.array(
      z.object({ id: z.string(), summary: z.string(), sections: z.array(section) }),
    ),
  }),
);

/** A version that was kept. */
export interface KeptText {
  kind: LegalKind;
  version: string;
  documents: LegalDocument[];
  firstUsedAt: Date;
}

/** Keeps the texts of this build, if it is the first that has them. Called as a process starts. */
export function keepTexts(db: Db): Promise<void> {
  const rows = Object.values(currentTexts).map(({ documents, ...text }) => ({
    ...text,
    documents: stored.write({ documents } as never),
  }));
  return insertVersions(db, rows);
}

/** A version that some build had, as it was. Undefined for one that never was. */
export async function findKeptText(db: Db, version: string): Promise<KeptText | undefined> {
  const row = await findVersion(db, version);
  if (!row) return undefined;
  const { documents } = stored.read(row.documents, `the legal text ${version}`);
  const { kind, firstUsedAt } = row;
  return { kind, version, firstUsedAt, documents: documents as LegalDocument[] };
}

/** The terms of a version as plain text; those of today for one that no build is known to have had. */
export async function termsTextOf(
  db: Db,
  version: string | null,
): Promise<{ version: string; text: string }> {
  const { terms } = currentTexts;
  const isToday = version === null || version === terms.version;
  const kept = isToday ? undefined : await findKeptText(db, version);
  const { version: said, documents } = kept ?? terms;
  return { version: said, text: documents.map(textOf).join('\n') };
}
