import type { Role } from 'contract/accounts';
import * as messages from 'contract/messages';
import type { ShownNow } from 'contract/shown';

/** An error whose message may be shown to the person who caused it. */
export abstract class AppError extends Error {
  abstract readonly status: number;
  /** For programs; stays the same when the wording changes. */
  abstract readonly code: string;
  /** The message of each wrong field, where there are fields. */
  readonly fields: Record<string, string> | null = null;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | null = null;
}

export class BadRequest extends AppError {
  readonly status = 400;
  readonly code = 'bad_request';
  constructor(message: string = messages.badRequest) {
    super(message);
  }
}

export class Unauthorised extends AppError {
  readonly status = 401;
  readonly code = 'unauthorised';
  constructor() {
    super(messages.unauthorised);
  }
}

/** The second step of a login was refused: the code, or the whole login. */
export class CodeRefused extends AppError {
  readonly status = 401;
  readonly code = 'unauthorised';
  override readonly fields: Record<string, string>;
  constructor(field: 'code' | 'credential' | 'token', message: string) {
    super(message);
    this.fields = { [field]: message };
  }
}

export class Forbidden extends AppError {
  readonly status = 403;
  readonly code = 'forbidden';
  constructor() {
    super(messages.forbidden);
  }
}

/** Somebody who has to set up a second factor first. */
export class FactorNeeded extends AppError {
  readonly status = 403;
  readonly code = 'second_factor_needed';
  constructor(role: Role) {
    super(role === 'admin' ? messages.adminNeedsFactor : messages.needsFactor);
  }
}

/** An act of weight by somebody who has not proved for long who they are. */
export class ProofNeeded extends AppError {
  readonly status = 403;
  readonly code = 'proof_needed';
  constructor() {
    super(messages.proofNeeded);
  }
}

/** Anything but reading, by an admin who sees what a user sees. */
export class ViewOnly extends AppError {
  readonly status = 403;
  readonly code = 'view_only';
  constructor() {
    super(messages.viewOnly);
  }
}

export class NotFound extends AppError {
  readonly status = 404;
  readonly code = 'not_found';
  constructor(message: string = messages.notFound) {
    super(message);
  }
}

/** Was there, and is no more. */
export class Gone extends AppError {
  readonly status = 410;
  readonly code = 'gone';
}

export class Conflict extends AppError {
  readonly status = 409;
  readonly code = 'conflict';
  override readonly fields: Record<string, string> | null;
  /** `field` is the one whose value is in the way, where it is one. */
  constructor(message: string, field?: string) {
    super(message);
    this.fields = field === undefined ? null : { [field]: message };
  }
}

/** Somebody agrees to what a page showed that was opened before it changed. */
export class Outdated extends AppError {
  readonly status = 409;
  readonly code = 'outdated';
  override readonly fields: Record<string, string>;
  readonly now: ShownNow;
  /** `field` is where it is agreed to; `now` what would be agreed to by now. */
  constructor(message: string, field: string, now: ShownNow) {
    super(message);
    this.fields = { [field]: message };
    this.now = now;
  }
}

export class Invalid extends AppError {
  readonly status = 422;
  readonly code = 'invalid';
  override readonly fields: Record<string, string>;
  constructor(fields: Record<string, string>) {
    super(Object.values(fields)[0] ?? messages.validation);
    this.fields = fields;
  }
}

export class TooMany extends AppError {
  readonly status = 429;
  readonly code = 'too_many';
  override readonly retryAfter: number;
  /** `seconds`: how long to wait. */
  constructor(seconds: number) {
    const minutes = Math.ceil(seconds / 60);
    super(
      `Too many attempts. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and try again.`,
    );
    this.retryAfter = seconds;
  }
}

export class Unavailable extends AppError {
  readonly status = 503;
  readonly code = 'unavailable';
  override readonly retryAfter = 5;
  constructor(
    message = 'The server is very busy. Please try again in a few seconds.',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
