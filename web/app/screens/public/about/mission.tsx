/** What the company is for. */
export function Mission() {
  return (
    <section aria-labelledby="mission-title" className="border-b border-line bg-white">
      <div className="mx-auto grid max-w-6xl gap-x-16 gap-y-4 px-4 py-16 sm:px-6 sm:py-24 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <h2 id="mission-title" className="text-lg font-semibold text-teal-700 lg:pt-1.5">
          Our mission
        </h2>
        <p className="max-w-3xl text-2xl leading-snug font-medium tracking-tight sm:text-3xl">
          To take the administration out of professional and patient care, so that the time of
          people who trained for years goes to the work they trained for.
        </p>
      </div>
    </section>
  );
}
