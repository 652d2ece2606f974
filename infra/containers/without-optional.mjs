// Removes the root's optional packages from package.json: Node, PostgreSQL and a browser, over 300 MB. Containers need
// none of them. Optional parts of other packages stay, such as sharp's binaries. Runs before npm, without packages.
import { readFileSync, writeFileSync } from 'node:fs';

const { optionalDependencies: _, ...manifest } = JSON.parse(readFileSync('package.json', 'utf8'));
writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
