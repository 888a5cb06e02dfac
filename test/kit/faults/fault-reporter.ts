import {globSync, readFileSync, writeFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import type {Reporter, TestCase, TestModule} from 'vitest/node';
import {faultTable, shownElsewhere} from './fault-table.ts';

const root = join(import.meta.dirname, '../../..');
const path = join(root, 'test', 'FAULTS.md');
const maxNamed = 4;

/** Tests of one line of a file, such as the rows of a table: the first of them speaks for all. */
type Proof = {readonly file: string; readonly name: string; count: number; isPassed: boolean};

function proofsOf(cases: readonly TestCase[]): ReadonlyMap<number, readonly Proof[]> {
	const proofs = new Map<number, Map<string, Proof>>();
	for (const test of cases) {
		const file = relative(join(root, 'test'), test.module.moduleId);
		for (const tag of test.tags) {
			const row = Number(tag.replace('fault-', ''));
			const own = proofs.get(row) ?? new Map<string, Proof>();
			proofs.set(row, own);
			const key = `${file}:${test.location?.line}`;
			const proof = own.get(key) ?? {file, name: test.name, count: 0, isPassed: true};
			proof.count++;
			proof.isPassed &&= test.result().state !== 'failed';
			own.set(key, proof);
		}
	}

	return new Map([...proofs].map(([row, own]) => [row, [...own.values()].sort((a, b) => (a.file < b.file ? -1 : 1))]));
}

const proofText = ({file, name, count}: Proof): string =>
	`${file.replace(/\.test\.tsx?$/, '')}: ${name.replaceAll('|', '\\|').slice(0, 160)}${count > 1 ? ` (${count} of them)` : ''}`;

function table(proofs: ReadonlyMap<number, readonly Proof[]>): string {
	const rows = faultTable.map((promise, at) => {
		const own = proofs.get(at + 1) ?? [];
		const named = own.slice(0, maxNamed).map(proofText);
		const more = own.length > maxNamed ? [`and ${own.length - maxNamed} more`] : [];
		const elsewhere = shownElsewhere[at + 1];
		const all = [...(elsewhere ? [elsewhere] : []), ...named, ...more];
		return {isShown: all.length > 0, line: `| ${at + 1} | ${promise} | ${all.join('<br>') || '**nothing**'} |`};
	});
	const shown = rows.filter(({isShown}) => isShown).length;
	return [
		'# Faults',
		'',
		`Made by \`npm run faults\` from the tests that ran: ${shown} of ${faultTable.length} are shown to be borne. The list is \`test/kit/faults/fault-table.ts\`.`,
		'',
		'| | fault, and what landfall does | shown by |',
		'| --- | --- | --- |',
		...rows.map(({line}) => line),
		'',
	].join('\n');
}

/** Holds test/FAULTS.md to the tests after each run of all of them; with LANDFALL_FAULTS=write it is written. */
export const faultReporter: Reporter = {
	onTestRunEnd(modules: readonly TestModule[]) {
		const all = globSync('test/**/*.test.{ts,tsx}', {cwd: root});
		if (modules.length !== all.length) return;
		const made = table(proofsOf(modules.flatMap(module => [...module.children.allTests()])));
		if (process.env.LANDFALL_FAULTS === 'write') {
			writeFileSync(path, made);
			return;
		}

		if (readFileSync(path, 'utf8') === made) return;
		process.exitCode = 1;
		process.stderr.write('\ntest/FAULTS.md is not what the tests say: run npm run faults.\n');
	},
};
