/**
The floor for every figure of the screen: a windowed table of computed rows, drawn by Node alone.

For each key, it formats the visible lines, compares them with the screen, scrolls by a scroll region if possible, and writes the changes at once.
*/
const {stdin, stdout} = process;
const count = Number(process.argv[2] ?? 100_000);
const words = ['active', 'paused', 'archived', 'error'];
const colors = [32, 33, 2, 31];
let top = 0;
let selected = 0;
let shown: string[] = [];

const size = () => ({columns: stdout.columns || 80, rows: stdout.rows || 24});

// Not toLocaleString, which loads locale data first.
const grouped = (value: number) => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

function row(index: number, columns: number): string {
	const state = index % words.length;
	const left = ` project-${index}`.padEnd(34) + `v${index % 97}`.padStart(6);
	const right = `  zip       ${index % 60}m ago`;
	const word = (words[state] ?? '').padEnd(10);
	const blank = ' '.repeat(Math.max(0, columns - left.length - right.length - word.length - 2));
	const line = `${left}  \u001B[${colors[state]}m${word}\u001B[39;22m${right}${blank}`;
	return index === selected ? `\u001B[7m${line}\u001B[27m` : line;
}

function lines(): string[] {
	const {columns, rows} = size();
	const body = Array.from({length: Math.max(0, rows - 4)}, (_, slot) =>
		top + slot < count ? row(top + slot, columns) : '',
	);
	const heading = ' PROJECT                         VERSION  STATUS      MODE      UPDATED';
	return [
		' raw table',
		heading,
		...body,
		` ${grouped(selected + 1)} of ${grouped(count)}`,
		' j down   k up   q quit   ? help',
	];
}

function draw(moved = 0): void {
	const next = lines();
	const body = next.length - 4;
	let out = '';
	if (moved !== 0 && Math.abs(moved) < body) {
		out += `\u001B[3;${body + 2}r\u001B[${Math.abs(moved)}${moved > 0 ? 'S' : 'T'}\u001B[r`;
		const part = shown.slice(2, body + 2);
		const blank = Array.from({length: Math.abs(moved)}, () => '');
		shown.splice(2, body, ...(moved > 0 ? [...part.slice(moved), ...blank] : [...blank, ...part.slice(0, moved)]));
	}

	for (const [at, line] of next.entries()) if (line !== shown[at]) out += `\u001B[${at + 1}H${line}\u001B[K`;
	shown = next;
	if (out) stdout.write(`\u001B[?2026h${out}\u001B[?2026l`);
}

function move(by: number): void {
	const height = size().rows - 4;
	selected = Math.max(0, Math.min(count - 1, selected + by));
	const before = top;
	if (Math.abs(by) > 1) top = Math.max(0, Math.min(count - height, top + by));
	top = Math.max(selected - height + 1, Math.min(top, selected));
	draw(top - before);
}

function leave(code: number): void {
	stdin.setRawMode(false);
	stdout.write('\u001B[?25h\u001B[?1049l', () => process.exit(code));
}

stdout.write('\u001B[?1049h\u001B[?25l');
draw();
stdin.setRawMode(true);
stdin.setEncoding('utf8');
stdin.on('data', keys => {
	const text = String(keys);
	if (text === '\u001B[6~') return move(size().rows - 4);
	if (text === '\u001B[5~') return move(4 - size().rows);
	for (const key of text) {
		if (key === 'j') move(1);
		else if (key === 'k') move(-1);
		else if (key === 'q' || key === '\u0003') leave(0);
	}
});
stdout.on('resize', () => {
	shown = [];
	draw();
});
for (const [signal, code] of Object.entries({SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143})) {
	process.on(signal, () => leave(code));
}
