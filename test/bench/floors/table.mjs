// The least that a Node program can do for a key in a list: `j` and `k` rewrite the two rows that the highlight leaves and reaches, and scroll the rows with the terminal's own means; page down rewrites all rows.
const {columns, rows: height} = process.stdout;
const row = number => `  project-${number} v${number % 90} active`;
let top = 0;
let selected = 0;

const at = number =>
	`\u001B[${number - top + 1};1H${number === selected ? `\u001B[7m${row(number).padEnd(columns - 1)}\u001B[m` : `${row(number)}\u001B[K`}`;
const paint = text => process.stdout.write(`\u001B[?2026h${text}\u001B[?2026l`);
const all = () => Array.from({length: height}, (_, line) => at(top + line)).join('');

process.stdin.setRawMode(true);
process.stdin.on('data', data => {
	const before = selected;
	const key = String(data);
	if (key === '\u001B[6~') {
		top += height;
		selected += height;
		paint(all());
		return;
	}

	selected = Math.max(0, selected + (key === 'k' ? -1 : 1));
	const isScrolled = selected >= top + height;
	if (isScrolled) top++;
	paint((isScrolled ? `\u001B[${height};1H\n` : '') + at(before) + at(selected));
});
paint(`\u001B[?1049h${all()}`);
