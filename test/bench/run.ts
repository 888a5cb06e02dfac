import {cpus} from 'node:os';
import {parseArgs} from 'node:util';
import {finding} from './parts/finding.ts';
import {idle} from './parts/idle.ts';
import {keys} from './parts/keys.ts';
import {memory} from './parts/memory.ts';
import {packed} from './parts/package.ts';
import {start} from './parts/start.ts';
import {attempt, headLine, type Row, toLine} from './row.ts';
import {openSetting} from './setting.ts';

/** Measures the built program, and prints a table of medians. */
const parts = {start, keys, idle, memory, finding, package: packed};

const {values} = parseArgs({
	options: {
		only: {type: 'string', multiple: true},
		rounds: {type: 'string', default: '15'},
	},
});

const rounds = Number(values.rounds);
const unknown = values.only?.find(name => !(name in parts));
if (unknown !== undefined || !Number.isInteger(rounds) || rounds < 1) {
	console.error(`--rounds takes a positive integer, and --only one of ${Object.keys(parts).join(', ')}.`);
	process.exit(2);
}

const {model} = cpus()[0] ?? {model: ''};
console.log(
	`Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} × ${model}, ${rounds} rounds\n`,
);
console.log(headLine);

const setting = openSetting(rounds);
const rows: Row[] = [];
for (const [signal, code] of Object.entries({SIGHUP: 129, SIGINT: 130, SIGTERM: 143})) {
	process.once(signal, () => {
		setting.close();
		process.exit(code);
	});
}

try {
	for (const [name, measure] of Object.entries(parts)) {
		if (values.only && !values.only.includes(name)) continue;
		console.log(`\n${name}`);
		const measured = await attempt(name, () => measure(setting));
		for (const row of measured) console.log(toLine(row));
		rows.push(...measured);
	}
} finally {
	setting.close();
}

const judged = rows.filter(({isMet}) => isMet !== undefined);
console.log(`\n${judged.filter(({isMet}) => isMet).length} of ${judged.length} met`);
process.exit(0);
