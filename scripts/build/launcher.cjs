// Begins the server that current.json names. A build lays a new one beside it and then renames
// another current.json into place, so there is always a whole one to begin.
const { mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { site, server } = require('./current.json');

// What runs loads some of its files when they are first needed: builds leave them as long as it does.
try {
  const marks = join(__dirname, 'running');
  mkdirSync(marks, { recursive: true });
  writeFileSync(join(marks, String(process.pid)), `${site.folder}\n${server.folder}\n`);
} catch {
  // Where nothing can be written, as in an image, nothing is built either.
}

process.env.WEB_DIR ||= join(__dirname, site.folder);
require(join(__dirname, server.folder, 'main.js'));
