import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {startTerminal} from '../test/kit/app/terminal.ts';
import {background, type RecordedFrame, recordFrame, toAnimatedSvg} from './screenshot.ts';

/*
Records the animation for the README from a real run of the built program: browse the demo, deploy a project, and watch the deployment until it concludes.

Frames stay as long as it takes to read them; waiting is shortened.
*/
const columns = 84;
const terminal = startTerminal({
	args: ['--demo'],
	columns,
	rows: 20,
	background,
	env: {COLORTERM: 'truecolor'},
});
const frames: RecordedFrame[] = [];

/** Adds a frame of the current screen. */
const show = (shownMs: number) => frames.push(recordFrame(terminal.emulator, shownMs));

/** Gives the program time to draw. */
const settle = (ms = 150) => new Promise(resolve => setTimeout(resolve, ms));

/** Presses keys one after the other and adds a frame after each. */
async function press(shownMs: number, ...keys: readonly string[]) {
	for (const key of keys) {
		await terminal.press(key);
		await settle();
		show(shownMs);
	}
}

await terminal.see('1 of 200+');
await settle(2000);
show(2000);
await press(350, 'down', 'down', 'down');
await press(250, '/', 'f', 'e', 'e', 'd');
await press(900, 'enter');
await press(300, 't');
await terminal.see('y deploy');
// The question takes no answer before it has been on the screen for half a second.
await settle(600);
show(2000);
await terminal.press('y');
await terminal.see('STARTED');
await terminal.see(/(?:queued|uploading) .* 0:\d\d/);
show(1200);

const isConcluded = () => !/^.{0,3}[◌◐]/m.test(terminal.screen());
for (let waited = 0; !isConcluded(); waited++) {
	if (waited > 60) throw new Error(`The deployment has not concluded:\n${terminal.screen()}`);
	await settle(2500);
	show(700);
}

await settle();
show(4500);
terminal.close();

const media = join(import.meta.dirname, '../media');
mkdirSync(media, {recursive: true});
const title = 'landfall in a terminal: a project is found, deployed, and its deployment lands';
writeFileSync(join(media, 'landfall.svg'), toAnimatedSvg(frames, columns, title));
const totalMs = frames.reduce((sum, {shownMs}) => sum + shownMs, 0);
console.log(`${frames.length} frames, ${totalMs / 1000} s`);
process.exit(0);
