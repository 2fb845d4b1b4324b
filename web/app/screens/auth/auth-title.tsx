/** The heading of an account page and the sentence below it. */
export function AuthTitle({ title, text }: { title: string; text: string }) {
  return (
    <div className="mb-8">
      <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-2 text-muted">{text}</p>
    </div>
  );
}
