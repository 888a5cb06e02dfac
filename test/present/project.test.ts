import {expect, test} from 'vitest';
import {noPins} from '../../src/lexicon.ts';
import type {Context} from '../../src/present/column.ts';
import type {Line} from '../../src/present/line.ts';
import {projectCard, projectColumns, projectFields} from '../../src/present/project.ts';
import {headLine, layout, rowLine} from '../../src/present/table.ts';
import {said} from '../../src/text.ts';
import {bareProject, now, project, rowOf} from './records.ts';

const context: Context = {now, localNow: now, isAscii: false, isTimeAbsolute: false, pins: noPins};
const textOf = (line: Line) => line.map(({text}) => text).join('');
const wide = layout(projectColumns, 90);

test('a project is one line under the titles of its columns', () => {
	expect(textOf(headLine(wide)).trimEnd()).toBe(
		'  PROJECT                  VERSION  STATUS       LAST DEPLOYMENT               UPDATED',
	);
	expect(textOf(rowLine(wide, rowOf(project()), context)).trimEnd()).toBe(
		'✔ Marketing site               v42  active       …                             12m ago',
	);
});

test('a value that did not come is a quiet dash, in ASCII a hyphen', () => {
	const line = rowLine(wide, rowOf(bareProject), context);
	expect(textOf(line)).toMatch(/^◇ prj_1 +– {2}– +… +–/);
	expect(line.filter(({text}) => text === '–').every(({tone}) => tone === 'quiet')).toBe(true);
	expect(textOf(rowLine(wide, rowOf(bareProject), {...context, isAscii: true}))).toMatch(
		/^\? prj_1 +- {2}- +\.\.\. +-/,
	);
});

test('a status that nobody knows is shown as it was sent', () => {
	expect(textOf(rowLine(wide, rowOf(project({status: said('Über-Okay?!')})), context))).toContain('Über-Okay?!');
});

test('a narrow screen shows a project in two lines', () => {
	const [first, second] = projectCard(rowOf(project()), 36, context).map(textOf);
	expect(first).toBe('✔ Marketing site                 v42');
	expect(second?.trimEnd()).toBe('  active  …');
});

test('the pane shows every field, and what was odd about the record', () => {
	const fields = projectFields(
		project({
			status: undefined,
			drift: [
				{field: 'created_at', problem: 'zone assumed'},
				{field: 'status', problem: 'missing'},
			],
		}),
		context,
	);
	expect(fields.map(({label}) => label)).toEqual([
		'name',
		'slug',
		'url',
		'status',
		'upload mode',
		'latest upload',
		'created',
		'updated',
		'id',
		'request id',
		'notes',
		'',
	]);
	expect(fields.slice(-3).map(({value}) => value.text)).toEqual([
		'req_1',
		'created_at: no zone given, read as UTC',
		'status: missing',
	]);
	expect(fields.find(({label}) => label === 'status')?.value.text).toBe('–');
	expect(fields.find(({label}) => label === 'updated')?.value.text).toMatch(/^2026-.* {2}12m ago$/);
});
