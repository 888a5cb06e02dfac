import {writeFileSync} from 'node:fs';
import {cpus} from 'node:os';
import {parseArgs} from 'node:util';
import {finding} from './parts/finding.ts';
import {idle} from './parts/idle.ts';
import {keys} from './parts/keys.ts';
import {memory} from './parts/memory.ts';
import {start} from './parts/start.ts';
import {writes} from './parts/writes.ts';
import {attempt, type Row, shownRow} from './row.ts';
import {openSetting} from './setting.ts';

/** Measures the built program, prints a table of medians, and writes it as JSON. */
const parts = {start, keys, idle, memory, finding, writes};

const {values} = parseArgs({
	options: {
		only: {type: 'string', multiple: true},
		rounds: {type: 'string', default: '15'},
		json: {type: 'string', default: 'bench.json'},
	},
});

const rounds = Number(values.rounds);
const unknown = values.only?.find(name => !(name in parts));
if (unknown !== undefined || !Number.isInteger(rounds) || rounds < 1) {
	console.error(`--rounds takes a positive integer, and --only one of ${Object.keys(parts).join(', ')}.`);
	process.exit(2);
}

const machine = {
	node: process.versions.node,
	platform: `${process.platform} ${process.arch}`,
	cores: cpus().length,
	processor: cpus()[0]?.model ?? '',
	rounds,
};
console.log(machine);

const setting = openSetting(rounds);
const rows: Array<Row & {readonly part: string}> = [];
process.on('exit', setting.close);
for (const [signal, code] of Object.entries({SIGHUP: 129, SIGINT: 130, SIGTERM: 143})) {
	process.once(signal, () => process.exit(code));
}

for (const [name, measure] of Object.entries(parts)) {
	if (values.only && !values.only.includes(name)) continue;
	const measured = await attempt(name, () => measure(setting));
	console.log(`\n${name}`);
	console.table(measured.map(shownRow));
	rows.push(...measured.map(row => ({part: name, ...row})));
}

const judged = rows.filter(({isMet}) => isMet !== undefined);
console.log(`\n${judged.filter(({isMet}) => isMet).length} of ${judged.length} met`);
writeFileSync(values.json, `${JSON.stringify({...machine, rows}, null, '\t')}\n`);
process.exit(0);
