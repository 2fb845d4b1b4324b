// Begins the server that current.json names. A build lays a new one beside it and then renames
// another current.json into place, so there is always a whole one to begin.
const { join } = require('node:path');
const { site, server } = require('./current.json');

process.env.WEB_DIR ||= join(__dirname, site.folder);
require(join(__dirname, server.folder, 'main.js'));
