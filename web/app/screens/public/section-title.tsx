/** The heading of a section of a public page and what it says below it. */
export function SectionTitle({ id, title, text }: { id: string; title: string; text?: string }) {
  return (
    <div className="max-w-2xl">
      <h2 id={id} className="text-3xl font-semibold tracking-tight sm:text-4xl">
        {title}
      </h2>
      {text && <p className="mt-3 text-lg text-ink-soft">{text}</p>}
    </div>
  );
}
