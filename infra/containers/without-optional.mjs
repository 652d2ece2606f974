// Removes the root's optional packages, which no container needs: Node, PostgreSQL and a browser, over 300 MB.
// Optional parts of other packages stay, such as sharp's binaries. Runs before npm, without packages.
import { readFileSync, writeFileSync } from 'node:fs';

const { optionalDependencies: _, ...manifest } = JSON.parse(readFileSync('package.json', 'utf8'));
writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
