import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {toSvg} from '../test/kit/app/screenshot.ts';
import {openTerminal} from '../test/kit/app/terminal.ts';

/** Makes the picture of the README from a real run of the built program. */
const terminal = openTerminal({args: ['--demo'], columns: 84, rows: 22});
await terminal.see('1 of 200+');
await terminal.press('down', 'down', 'down', 't');
await terminal.see('y deploy');
await terminal.press('y');
await terminal.see('STARTED');
await terminal.see(/building .* 0:\d\d/, 30_000);
const media = join(import.meta.dirname, '../media');
mkdirSync(media, {recursive: true});
writeFileSync(
	join(media, 'landfall.svg'),
	toSvg(terminal.emulator, 'landfall in a terminal: the deployments of a project'),
);
terminal.close();
process.exit(0);
