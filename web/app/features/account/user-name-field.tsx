/** Tells password managers whose password is typed; nobody else meets it. */
export function UserNameField({ email }: { email: string }) {
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
      className="hidden"
    />
  );
}
