/** Stripe's kinds of error. https://docs.stripe.com/api/errors */
type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

/** The parts of Stripe's error body that differ from case to case. */
export interface ErrorDetails {
  type?: ErrorType;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: object;
}

/** An answer other than success. What was written is rolled back unless `keepsChanges`. */
export class StripeError extends Error {
  readonly status: number;
  readonly details: ErrorDetails;
  readonly keepsChanges: boolean;

  constructor(status: number, message: string, details: ErrorDetails = {}, keepsChanges = false) {
    super(message);
    this.status = status;
    this.details = details;
    this.keepsChanges = keepsChanges;
  }
}

/** 400 for a parameter that is wrong in itself or in this state. */
export function invalid(message: string, param?: string, code?: string): StripeError {
  return new StripeError(400, message, { ...(code && { code }), ...(param && { param }) });
}

/** 404 for an id nobody knows. A missing id in the body (not the path) is a 400 at Stripe. */
export function missing(noun: string, id: string, param = 'id'): StripeError {
  return new StripeError(param === 'id' ? 404 : 400, `No such ${noun}: '${id}'`, {
    code: 'resource_missing',
    param,
  });
}

/** The JSON body for an error, with the addresses Stripe adds. */
export function errorBody(error: StripeError, requestId: string): object {
  const { type = 'invalid_request_error', code, ...rest } = error.details;
  return {
    error: {
      ...(code && {
        code,
        doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
      }),
      message: error.message,
      ...rest,
      request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
      type,
    },
  };
}
