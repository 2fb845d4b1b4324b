/**
 * How long the sending of one mail may take in all, however many answers there are: clearly less than the
 * time after which its job is another process's, which would send it once more. A period that a mail tells
 * of is longer by it, so that what the mail names is still true when the mail server has taken it.
 */
export const sendingLimitMs = 240_000;
