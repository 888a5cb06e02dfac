import {writeFileSync} from 'node:fs';
import {cpus} from 'node:os';
import {parseArgs} from 'node:util';
import {endings} from './parts/endings.ts';
import {idle} from './parts/idle.ts';
import {install} from './parts/install.ts';
import {keys} from './parts/keys.ts';
import {life} from './parts/life.ts';
import {loading} from './parts/loading.ts';
import {memory} from './parts/memory.ts';
import {resizing} from './parts/resizing.ts';
import {start} from './parts/start.ts';
import {type Row, ratioOf, toLine} from './row.ts';
import {openSetting} from './setting.ts';

/** Measures the built program beside its floors, prints a table of medians, and writes it as JSON. */
const parts = {life, start, keys, resizing, idle, memory, loading, endings, install};

const {values} = parseArgs({
	options: {
		only: {type: 'string', multiple: true},
		rounds: {type: 'string', default: '15'},
		json: {type: 'string', default: 'bench.json'},
	},
});

const setting = openSetting(Number(values.rounds));
const rows: Row[] = [];
console.log(`Node ${process.versions.node}, ${process.platform}, ${cpus().length} cores, ${cpus()[0]?.model ?? ''}\n`);
console.log(`${'figure'.padEnd(64)} ${'floor'.padStart(8)} ${'ratio'.padStart(8)}   target`);
try {
	for (const [name, measure] of Object.entries(parts)) {
		if (values.only && !values.only.includes(name)) continue;
		console.log(`\n${name}`);
		const measured = await measure(setting).catch((error: unknown): readonly Row[] => [
			{part: name, name, figure: undefined, unit: '', isMet: false, note: `failed: ${String(error)}`},
		]);
		for (const row of measured) console.log(toLine(row));
		rows.push(...measured);
	}
} finally {
	setting.close();
}

const judged = rows.filter(({isMet}) => isMet !== undefined);
console.log(`\n${judged.filter(({isMet}) => isMet).length} of ${judged.length} met`);
writeFileSync(
	values.json,
	JSON.stringify({node: process.versions.node, rows: rows.map(row => ({...row, ratio: ratioOf(row)}))}, null, '\t'),
);
process.exit(0);
