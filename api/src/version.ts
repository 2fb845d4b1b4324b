import manifest from '../../package.json' with { type: 'json' };

/** The release of the product that this is. */
export const version: string = manifest.version;
