import type {Project} from '../api/types.ts';
import {plain, type SafeText, safe} from '../text.ts';
import {
	type Cell,
	type Column,
	type Context,
	momentText,
	momentWidth,
	saidCell,
	textOrNothing,
	versionText,
} from './column.ts';
import {driftFields, type Field, momentField, textField} from './fields.ts';
import {fitSpans, type Line} from './line.ts';
import {projectOutcome, shapeOf, toneOf} from './outcome.ts';

/** What a project is called where only one name has room: its name, else its slug, else its id. */
export function projectTitle({name, slug, id}: Pick<Project, 'name' | 'slug' | 'id'>): SafeText {
	const named = [name?.shown, slug?.shown].find(text => text !== undefined && text.trim() !== '');
	return named ?? safe(id);
}

const titleCell = (project: Project, context: Context): Cell => [
	shapeOf(projectOutcome(project.status), context),
	{text: plain` `, tone: 'plain'},
	{text: projectTitle(project), tone: 'strong'},
];

/** An address without what all addresses have in common. */
const hostAndPath = (url: SafeText): SafeText => safe(url.replace(/^https?:\/\//i, '').replace(/\/$/, ''));

export const projectColumns: ReadonlyArray<Column<Project>> = [
	{title: '  PROJECT', width: 'rest', minWidth: 24, maxWidth: 40, keep: 9, cell: titleCell},
	{
		title: 'VERSION',
		width: 7,
		keep: 7,
		align: 'right',
		cell: ({latestUploadVersion}, context) => [textOrNothing(versionText(latestUploadVersion), context)],
	},
	{
		title: 'STATUS',
		width: 'rest',
		minWidth: 10,
		maxWidth: 16,
		keep: 8,
		cell: ({status}, context) => saidCell(status, context, toneOf(projectOutcome(status))),
	},
	{
		title: 'MODE',
		width: 'rest',
		minWidth: 8,
		maxWidth: 14,
		keep: 4,
		cell: ({uploadMode}, context) => saidCell(uploadMode, context),
	},
	{
		title: 'UPDATED',
		width: momentWidth,
		keep: 6,
		cell: ({updatedAt}, context) => [textOrNothing(momentText(updatedAt, context), context, 'quiet')],
	},
	{
		title: 'SLUG',
		width: 'rest',
		minWidth: 12,
		maxWidth: 28,
		keep: 2,
		cell: ({slug}, context) => saidCell(slug, context, 'quiet'),
	},
	{
		title: 'URL',
		width: 'rest',
		minWidth: 16,
		maxWidth: 48,
		keep: 1,
		cell: ({url}, context) => [textOrNothing(url && hostAndPath(url.shown), context, 'quiet')],
	},
];

/** A project in two lines of exactly `width` cells, for a screen too narrow for columns. */
export function projectCard(project: Project, width: number, context: Context): readonly [Line, Line] {
	const versionWidth = Math.min(8, Math.max(0, width));
	const version = textOrNothing(versionText(project.latestUploadVersion), context);
	const status = textOrNothing(project.status?.shown, context, toneOf(projectOutcome(project.status)));
	const updated = textOrNothing(momentText(project.updatedAt, context), context, 'quiet');
	return [
		[...fitSpans(titleCell(project, context), width - versionWidth), ...fitSpans([version], versionWidth, 'right')],
		fitSpans(
			[{text: plain`  `, tone: 'plain'}, {text: updated.text, tone: 'quiet'}, {text: plain`  `, tone: 'plain'}, status],
			width,
		),
	];
}

/** Every field of a project, for a pane that shows one. */
export const projectFields = (project: Project, context: Context): readonly Field[] => [
	textField('name', project.name?.shown, context),
	textField('slug', project.slug?.shown, context),
	textField('url', project.url?.shown, context),
	{
		label: 'status',
		value: textOrNothing(project.status?.shown, context, toneOf(projectOutcome(project.status))),
	},
	textField('upload mode', project.uploadMode?.shown, context),
	textField('latest upload', versionText(project.latestUploadVersion), context),
	momentField('created', project.createdAt, context),
	momentField('updated', project.updatedAt, context),
	textField('id', safe(project.id), context),
	textField('request id', project.requestId?.shown, context),
	...driftFields(project.drift),
];
