// The root's optional packages are Node, PostgreSQL and a browser for machines that have none: over 300 MB that no container needs. What is optional
// inside of packages (argon2's and sharp's binaries) stays. Runs before npm does, on nothing but Node.
import { readFileSync, writeFileSync } from 'node:fs';

const { optionalDependencies: _, ...manifest } = JSON.parse(readFileSync('package.json', 'utf8'));
writeFileSync('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
