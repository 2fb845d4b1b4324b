/** PostgreSQL's classes 08 (connection) and 57P (shutdown), and the socket's own errors. */
const codes = /^(08|57P|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND)/;
/** What the driver says without a code. */
const words =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/;

/** Whether an error means that the database could not be reached or did not answer in time. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if ((typeof code === 'string' && codes.test(code)) || words.test(cause.message)) return true;
  }
  return false;
}
