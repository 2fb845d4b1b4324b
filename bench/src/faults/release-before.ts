import { lastRelease, releaseTree } from '../../../api/src/testing/last-release.ts';
import { bundleProduct } from './servers.ts';

/** The programs of the last release; answers the folder they are in. */
export async function bundleReleaseBefore(): Promise<string> {
  const tree = releaseTree();
  if (!tree) throw new Error(`the history has no ${lastRelease.commit}`);
  return bundleProduct(tree);
}
