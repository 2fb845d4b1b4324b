/** The API version the sandbox speaks, the same one the SDK in use asks for. */
export const API_VERSION = '2026-10-28.endive';
