import { examine } from '../doctor/doctor.ts';
import { written } from '../doctor/finding.ts';

/**
 * `npm run doctor`, with the settings of the server: looks at settings, database, disk, Stripe, the
 * webhook, the mail server, the records of its domain and the clocks, and says what to do. It ends
 * with 0 when nothing is bad, else with 1.
 */
const findings = await examine(process.env);
process.stdout.write(written(findings));
process.exitCode = findings.some(({ state }) => state === 'bad') ? 1 : 0;
