import {expect, test} from 'vitest';
import {serviceText} from '../../src/base/text.ts';
import {projectColumns, projectFields} from '../../src/present/project.ts';
import {layout, rowLine} from '../../src/present/table.ts';
import {bareProject, unicode as context, project, rowOf, running, textOf} from './records.ts';

const widest = layout(projectColumns, 300, context);

test('a missing value is a quiet dash, in ASCII a hyphen', () => {
	const line = rowLine(widest, rowOf(bareProject), context);
	expect(textOf(line)).toMatch(/^· prj_1 +– {2}– +… +–/);
	expect(line.filter(({text}) => text === '–').every(({tone}) => tone === 'quiet')).toBe(true);
	expect(textOf(rowLine(widest, rowOf(bareProject), {...context, isAscii: true}))).toMatch(
		/^: prj_1 +- {2}- +\.\.\. +-/,
	);
});

test('a running deployment shows its time once, at every width from 80 cells on', () => {
	const longest = project({name: serviceText('the-longest-name-of-all-projects')});
	const row = rowOf(longest, {newest: running(42)});
	const counts = Array.from({length: 220}, (_, at) => {
		const line = rowLine(layout(projectColumns, 80 + at, context), row, context);
		return textOf(line).match(/42s(?! ago)/g)?.length;
	});
	expect(new Set(counts)).toEqual(new Set([1]));
});

test('the details of a project show every field and what is odd about the record', () => {
	const flaws = [
		{field: 'created_at', problem: 'zone assumed'},
		{field: 'status', problem: 'missing'},
	] as const;
	const fields = projectFields(project({status: undefined, flaws}), context);
	expect(fields.map(({label, value}) => `${label}: ${value.text}`).join()).toMatch(
		/^name: .*,slug: .*,url: .*,status: –,upload mode: .*,latest upload: v42,created: .*,updated: 2026-.* {2}12m ago,id: prj_1,request id: req_1,notes: created_at: no zone given, read as UTC,: status: missing$/,
	);
});
