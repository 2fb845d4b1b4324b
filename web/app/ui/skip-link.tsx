/** The first thing the Tab key finds: past the navigation, to the page itself. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-3 left-3 z-50 rounded-control bg-ink px-4 py-2.5 text-sm font-semibold text-white not-focus:sr-only"
    >
      Skip to main content
    </a>
  );
}
