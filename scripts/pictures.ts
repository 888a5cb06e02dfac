import {globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {startTerminal} from '../test/kit/app/terminal.ts';
import {removeDirectory} from '../test/kit/fixtures/temporary-directory.ts';
import {type Frame, recordFrame, type Theme, themes, toSvg} from './svg.ts';

/*
Makes the pictures of the README, for light and dark pages, from runs of the built program on the demo. Time passes only where a scene says so (stepped-clock.ts), so the same code gives the same pictures.
*/
const media = join(import.meta.dirname, '../media');

async function openDemo({columns, rows, theme}: {columns: number; rows: number; theme: Theme}) {
	const directory = mkdtempSync(join(tmpdir(), 'landfall-'));
	const clock = join(directory, 'clock');
	writeFileSync(clock, '0');
	const terminal = startTerminal({
		args: ['--demo', '--tz', 'UTC'],
		columns,
		rows,
		directory,
		background: theme.background,
		env: {
			COLORTERM: 'truecolor',
			CLOCK_FILE: clock,
			NODE_OPTIONS: `--import ${join(import.meta.dirname, 'stepped-clock.ts')}`,
		},
	});
	let passedMs = 0;

	/** Waits until the program draws no more. */
	async function drawn() {
		for (let length = -1; length !== terminal.written().length; ) {
			length = terminal.written().length;
			await pause(80);
		}

		await terminal.see('');
	}

	async function pass(ms: number) {
		passedMs += ms;
		writeFileSync(clock, String(passedMs));
		while (globSync(`${clock}.passed`).length === 0 || readFileSync(`${clock}.passed`, 'utf8') !== String(passedMs)) {
			await pause(5);
		}

		await drawn();
	}

	async function press(...keys: readonly string[]) {
		for (const key of keys) {
			await terminal.press(key);
			await drawn();
			await pass(100);
		}
	}

	const expectShown = (text: string | RegExp) => terminal.see(text, 0);
	const close = () => {
		terminal.close();
		removeDirectory(directory);
	};
	await terminal.see('landfall');
	for (let second = 0; second < 10; second++) await pass(1000);
	await expectShown('1 of 200+');
	return {terminal, pass, press, expectShown, close};
}

type Demo = Awaited<ReturnType<typeof openDemo>>;

async function deploy({terminal, pass, press, expectShown}: Demo, theme: Theme): Promise<readonly Frame[]> {
	const frames: Frame[] = [];
	const show = (shownMs: number, text: string, key?: string) =>
		frames.push(recordFrame(terminal.emulator, theme, {shownMs, caption: {key, text}}));

	show(2500, 'The projects, with the newest deployment of each');
	await press('/');
	show(900, 'filter', '/');
	for (const letter of 'case') {
		await press(letter);
		show(300, 'filter', letter);
	}

	await pass(1000);
	await expectShown(/▌✖ case-studies/);
	show(2000, 'The last deployment of one of them failed');
	await press('enter');
	show(1500, 'apply the filter', 'enter');
	await press('t');
	// A question takes no answer for its first half second.
	await pass(1000);
	await expectShown('Deploy case-studies?');
	show(3500, 'deploy', 't');
	await press('y');
	await pass(1000);
	await expectShown('▌◌ queued');
	show(2500, 'yes, deploy', 'y');
	for (let seconds = 0; /▌[◌◐]/.test(terminal.screen()); seconds += 4) {
		if (seconds > 200) throw new Error(`The deployment does not conclude:\n${terminal.screen()}`);
		await pass(4000);
		show(1000, 'Shown four times as fast');
	}

	await expectShown('▌✔ success');
	await pass(1000);
	show(8000, 'It succeeded');
	return frames;
}

async function readAllUntil({pass, terminal}: Demo, text: RegExp) {
	for (let minute = 0; minute < 12; minute++) await pass(60_000);
	for (let second = 0; !text.test(terminal.screen()); second++) {
		if (second > 300) throw new Error(`The screen does not show ${text}:\n${terminal.screen()}`);
		await pass(1000);
	}
}

type Picture = {
	readonly name: string;
	readonly title: string;
	readonly columns: number;
	readonly rows: number;
	/** Resolves to the frames of an animation, or to nothing for a picture of the last screen. */
	readonly scene: (demo: Demo, theme: Theme) => Promise<readonly Frame[] | undefined>;
};

const pictures: readonly Picture[] = [
	{
		name: 'deploy',
		title: 'A project is found with a filter and deployed; its deployment goes from queued to success',
		columns: 90,
		rows: 20,
		scene: deploy,
	},
	{
		name: 'board',
		title: 'The board: deployments in progress, failed and succeeded, each with its environment and version',
		columns: 100,
		rows: 22,
		async scene(demo) {
			await demo.press('2');
			await readAllUntil(demo, /all of it.*IN PROGRESS {2}[3-5]/s);
			return undefined;
		},
	},
	{
		name: 'versions',
		title: 'The versions: which upload of each project is live in which environment, and how far it is behind',
		columns: 100,
		rows: 18,
		async scene(demo) {
			await demo.press('4', 'R');
			await readAllUntil(demo, /all of it.*[◌◐]v/s);
			return undefined;
		},
	},
	{
		name: 'delete',
		title: 'The question before a project is deleted, which takes the name of the project for an answer',
		columns: 90,
		rows: 16,
		async scene({press, pass}) {
			await press('down', 'down', 'D');
			await pass(1000);
			await press(...'quiz');
			return undefined;
		},
	},
];

/** Arguments: the names of the pictures to make. Default: all. */
const wanted = process.argv.slice(2);
mkdirSync(media, {recursive: true});
for (const {name, title, columns, rows, scene} of pictures) {
	if (wanted.length > 0 && !wanted.includes(name)) continue;
	for (const [kind, theme] of Object.entries(themes)) {
		const demo = await openDemo({columns, rows, theme});
		const frames = (await scene(demo, theme)) ?? [recordFrame(demo.terminal.emulator, theme)];
		demo.close();
		const file = `${name}-${kind}.svg`;
		const svg = toSvg({frames, columns, title, theme});
		writeFileSync(join(media, file), svg);
		console.log(`media/${file}: ${Math.ceil(Buffer.byteLength(svg) / 1000)} kB`);
	}
}

process.exit(0);
