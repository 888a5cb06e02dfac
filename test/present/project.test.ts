import {expect, test} from 'vitest';
import {serviceText} from '../../src/base/text.ts';
import {projectColumns, projectFields} from '../../src/present/project.ts';
import {layout, rowLine} from '../../src/present/table.ts';
import {bareProject, unicode as context, deployment, now, project, rowOf, textOf} from './records.ts';

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
	const running = rowOf(project({name: serviceText('the-longest-name-of-all-projects')}), {
		newest: deployment({
			status: serviceText('building'),
			conclusion: undefined,
			concludedAt: undefined,
			createdAt: now - 42_000,
		}),
	});
	const widths = Array.from({length: 220}, (_, at) => 80 + at);
	const counts = widths.map(
		width => textOf(rowLine(layout(projectColumns, width, context), running, context)).match(/42s(?! ago)/g)?.length,
	);
	expect(new Set(counts)).toEqual(new Set([1]));
});

test('the details of a project show every field and what is odd about the record', () => {
	const fields = projectFields(
		project({
			status: undefined,
			flaws: [
				{field: 'created_at', problem: 'zone assumed'},
				{field: 'status', problem: 'missing'},
			],
		}),
		context,
	);
	expect(fields.map(({label}) => label).join()).toBe(
		'name,slug,url,status,upload mode,latest upload,created,updated,id,request id,notes,',
	);
	expect(fields.slice(-3).map(({value}) => value.text)).toEqual([
		'req_1',
		'created_at: no zone given, read as UTC',
		'status: missing',
	]);
	expect(fields.find(({label}) => label === 'status')?.value.text).toBe('–');
	expect(fields.find(({label}) => label === 'updated')?.value.text).toMatch(/^2026-.* {2}12m ago$/);
});
